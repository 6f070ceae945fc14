package dev.odradek.statestore.schedule;

import dev.odradek.statestore.core.Key;
import dev.odradek.statestore.core.Recent;
import dev.odradek.statestore.core.View;
import java.util.List;

/**
 * What is remembered under a schedule's name, also once the schedule is gone.
 *
 * @param recent the last commands that put or dropped it, by which a repeat is known
 * @param firedAt the last time it fired for; no schedule of this name waits for it or an earlier one again
 */
public record Past(List<String> recent, long firedAt) {
    private static final Past NONE = new Past(List.of(), 0);

    public Past {
        recent = List.copyOf(recent);
    }

    static Key<Past> key(String tenant, String name) {
        return new Key<>("schedule-past/" + tenant + "/" + name, Past.class);
    }

    static Past of(View view, String tenant, String name) {
        Past past = view.get(key(tenant, name));
        return past == null ? NONE : past;
    }

    Past remembering(String commandId) {
        return new Past(Recent.and(recent, commandId), firedAt);
    }

    Past fired(long at) {
        return new Past(recent, Math.max(firedAt, at));
    }
}
