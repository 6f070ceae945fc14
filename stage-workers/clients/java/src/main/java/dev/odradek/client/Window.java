package dev.odradek.client;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a handler has returned for a window of items. */
final class Window {
    private Window() {}

    /** One result for each item; whatever else was returned is the handler's failure. */
    static List<Result> results(int items, @Nullable List<Result> returned) {
        if (returned == null || returned.stream().anyMatch(Objects::isNull)) {
            throw new IllegalStateException("the handler got " + items + " items and returned null;"
                    + " return a result for each, Result.done() if there is nothing to say");
        }
        if (returned.size() != items) {
            throw new IllegalStateException(
                    "the handler got " + items + " items and returned " + returned.size() + " results");
        }
        return returned;
    }
}
