package dev.odradek.bench.agent;

import java.time.Instant;

/** The wall clock, which all processes of one machine share. */
final class Clock {
    private Clock() {}

    static long micros() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
    }
}
