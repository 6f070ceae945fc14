package dev.odradek.runtime;

import java.time.Clock;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * Two clocks: the one that nobody sets decides, the other is for people to read.
 *
 * @param nanos goes forward only, and may pass the end of its range
 */
record Clocks(LongSupplier nanos, InstantSource wall) {
    static Clocks ofSystem() {
        return new Clocks(System::nanoTime, Clock.systemUTC());
    }

    long now() {
        return nanos.getAsLong();
    }
}
