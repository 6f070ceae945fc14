package dev.odradek.runtime;

import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Dispatch;
import dev.odradek.topics.event.DispatchRecord;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.machine.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** Dispatches and jobs to test with. */
final class Fixtures {
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    /** How long a job here may go on after the last word about it. */
    static final Duration SILENCE = Duration.ofSeconds(3);

    private static final long START = 1_000;

    private Fixtures() {}

    static DispatchRecord dispatch(String itemId, Mode mode) {
        return dispatch("default", itemId, mode);
    }

    static DispatchRecord dispatch(String tenant, String itemId, Mode mode) {
        Dispatch dispatch =
                new Dispatch(itemId, itemId, "m", 1, "status", "parse", 3, 2, mode, 60_000, 0, Json.parse("{\"n\":7}"));
        return new DispatchRecord(1, tenant, new Cause(0, 1, 0), dispatch);
    }

    static Job job(String itemId, String claimId) {
        return job(dispatch(itemId, Mode.CONFIRMED), claimId, new Hands());
    }

    static Job job(DispatchRecord dispatch, String claimId, Hands clock) {
        return new Job(dispatch, claimId, () -> {}, SILENCE, new Clocks(clock::nanos, clock::instant));
    }

    /** A clock whose hands a test moves. */
    static final class Hands {
        private final AtomicLong nanos = new AtomicLong(START);

        long nanos() {
            return nanos.get();
        }

        Instant instant() {
            return NOW.plusNanos(nanos.get() - START);
        }

        void pass(Duration time) {
            nanos.addAndGet(time.toNanos());
        }
    }
}
