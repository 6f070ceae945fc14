package dev.odradek.ingest.item;

import dev.odradek.ingest.http.Problem;
import java.time.Duration;

/** How long something may be put off. */
public final class Delays {
    private static final long FURTHEST_MS = Duration.ofDays(3_653).toMillis();

    private Delays() {}

    /** The delay, if it can be; the field is what asks for it. */
    public static long within(String field, long delayMs) {
        if (delayMs < 0 || delayMs > FURTHEST_MS) {
            throw Problem.BAD_REQUEST.because(
                    field + " must be from 0 to " + FURTHEST_MS + " ms, which is ten years, was " + delayMs + ".");
        }
        return delayMs;
    }
}
