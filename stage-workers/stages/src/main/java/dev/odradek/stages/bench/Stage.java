package dev.odradek.stages.bench;

import java.util.Locale;

/** A kind of worker; its queue has its name. */
public enum Stage {
    TASK,
    TROPHY,
    SYNC,
    APPROVAL,
    FIX,
    BUILD,
    CYCLE;

    public String queue() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Stage of(String queue) {
        return valueOf(queue.toUpperCase(Locale.ROOT));
    }
}
