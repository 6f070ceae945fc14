package dev.odradek.runtime;

import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Dispatch;
import dev.odradek.topics.event.DispatchRecord;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.machine.Mode;
import java.time.Instant;

/** Dispatches and jobs to test with. */
final class Fixtures {
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private Fixtures() {}

    static DispatchRecord dispatch(String itemId, Mode mode) {
        Dispatch dispatch =
                new Dispatch(itemId, itemId, "m", 1, "status", "parse", 3, 2, mode, 60_000, 0, Json.parse("{\"n\":7}"));
        return new DispatchRecord(1, "default", new Cause(0, 1, 0), dispatch);
    }

    static Job job(String itemId, String claimId) {
        return new Job(dispatch(itemId, Mode.CONFIRMED), claimId, () -> {}, NOW);
    }
}
