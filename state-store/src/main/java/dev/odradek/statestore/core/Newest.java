package dev.odradek.statestore.core;

import java.util.List;
import java.util.Optional;

/**
 * The highest version of a machine this partition knows; 0 is none.
 *
 * @param recent the last versions given and by which commands, so that a repeat is known
 */
public record Newest(int version, List<Given> recent) {
    private static final Newest NONE = new Newest(0, List.of());

    /** A version, and the command that asked for it. */
    public record Given(String commandId, int version) {}

    public Newest {
        recent = recent == null ? List.of() : List.copyOf(recent);
    }

    public static Key<Newest> key(String tenant, String machine) {
        return new Key<>(prefix(tenant) + machine, Newest.class);
    }

    public static String prefix(String tenant) {
        return "newest/" + tenant + "/";
    }

    public static Newest of(View view, String tenant, String machine) {
        Newest newest = view.get(key(tenant, machine));
        return newest == null ? NONE : newest;
    }

    /** The version this command was given before. */
    public Optional<Integer> given(String commandId) {
        return recent.stream()
                .filter(each -> each.commandId().equals(commandId))
                .map(Given::version)
                .findFirst();
    }

    public Newest and(int next, String commandId) {
        return new Newest(next, Recent.and(recent, new Given(commandId, next)));
    }
}
