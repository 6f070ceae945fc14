package dev.odradek.bench.figure;

import java.time.Instant;

/** On what, when and how a run was made. */
public record Setup(
        String processor,
        int cores,
        long memoryMib,
        String system,
        String java,
        Instant at,
        String command,
        int repeats) {}
