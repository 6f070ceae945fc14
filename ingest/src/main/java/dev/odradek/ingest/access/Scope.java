package dev.odradek.ingest.access;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a token is good for. */
public enum Scope {
    /** Posts items. */
    TRIGGER,
    /** Claims and does work. */
    WORK,
    /** Sees items, queues, workers. */
    READ,
    /** Moves items by hand, defines machines, pauses queues. */
    OPERATE;

    /** The name in tokens and commands. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Scope> named(String label) {
        return Arrays.stream(values())
                .filter(scope -> scope.label().equals(label))
                .findFirst();
    }

    /** All of them, for sentences. */
    public static String labels() {
        return Arrays.stream(values()).map(Scope::label).collect(Collectors.joining(", "));
    }
}
