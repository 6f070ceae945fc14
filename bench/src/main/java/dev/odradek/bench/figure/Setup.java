package dev.odradek.bench.figure;

import java.time.Instant;

/**
 * On what, when and how a run was made.
 *
 * @param commit of the code that was measured, {@code -dirty} if some of it was changed since
 * @param touchedMib how much memory was used once before anything was measured
 */
public record Setup(
        String processor,
        int cores,
        long memoryMib,
        long touchedMib,
        String system,
        String java,
        Instant at,
        String commit,
        String command,
        int repeats) {}
