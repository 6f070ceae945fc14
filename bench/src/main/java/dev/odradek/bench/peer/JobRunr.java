package dev.odradek.bench.peer;

import dev.odradek.bench.figure.Row;
import dev.odradek.bench.figure.Survival;
import dev.odradek.bench.measure.Server;
import dev.odradek.bench.measure.Subject;
import dev.odradek.bench.measure.Tuning;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** JobRunr, the open-source edition, on PostgreSQL. */
final class JobRunr implements Subject {
    @Override
    public Row row() {
        return new Row(
                "jobrunr",
                "JobRunr " + Versions.of("jobrunr"),
                false,
                Survival.SYNCED,
                "64 workers, poll every 5 s (the shortest it allows), 20 connections a process; "
                        + PostgresServer.SETTINGS + "; W4 default: poll every 15 s",
                Optional.empty(),
                Map.of(),
                List.of());
    }

    @Override
    public Server start(Path dir, Tuning tuning) {
        Map<String, String> options = tuning == Tuning.DEFAULT ? Map.of() : Map.of("poll-s", "5");
        return PostgresServer.start(dir, JobRunrDriver.class, options);
    }

    /** Several polls. */
    @Override
    public Duration window() {
        return Duration.ofSeconds(15);
    }
}
