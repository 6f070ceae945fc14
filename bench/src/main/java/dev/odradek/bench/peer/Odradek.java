package dev.odradek.bench.peer;

import dev.odradek.bench.figure.Row;
import dev.odradek.bench.figure.Survival;
import dev.odradek.bench.measure.Server;
import dev.odradek.bench.measure.Subject;
import dev.odradek.bench.measure.Tuning;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Odradek as {@code ./odradek up} runs it: broker, state-store, reaper and HTTP in one process.
 *
 * @param mode confirmed or eager, as claim rules have it
 * @param flushed whether the broker syncs every message before it acknowledges it
 * @param complete whether the database, the read model and the change feed run too
 */
record Odradek(String mode, boolean flushed, boolean complete) implements Subject {
    /** What makes a killed worker's job come back as soon as can be. */
    private static final Map<String, String> QUICK_SERVER = Map.of(
            "ODRADEK_REAPER_PRESENCE_TIMEOUT", "900ms",
            "ODRADEK_REAPER_CANARY", "200ms",
            "ODRADEK_BROKER_GROUP_CONSUMER_MIN_SESSION_TIMEOUT_MS", "900",
            "ODRADEK_BROKER_GROUP_CONSUMER_SESSION_TIMEOUT_MS", "900",
            "ODRADEK_BROKER_GROUP_CONSUMER_MIN_HEARTBEAT_INTERVAL_MS", "200",
            "ODRADEK_BROKER_GROUP_CONSUMER_HEARTBEAT_INTERVAL_MS", "200");

    private static final Map<String, String> QUICK_WORKER =
            Map.of("presence-ms", "250", "presence-timeout-ms", "900", "fence-margin-ms", "250");

    /** The rows that lead the report come first. */
    static List<Subject> all() {
        return List.of(
                new Odradek("eager", false, false),
                new Odradek("confirmed", false, false),
                new Odradek("eager", true, false),
                new Odradek("confirmed", true, false),
                new Odradek("confirmed", false, true));
    }

    @Override
    public Row row() {
        return new Row(
                "odradek-" + mode + (flushed ? "-flushed" : "") + (complete ? "-complete" : ""),
                "Odradek, " + mode + (flushed ? ", flush per message" : "") + (complete ? ", everything on" : ""),
                true,
                flushed ? Survival.SYNCED : Survival.PAGE_CACHE,
                "./odradek up with its launcher's JVM options, "
                        + (complete ? "with database, read model and change feed" : "no read model")
                        + "; 8 partitions, 256 slots a queue" + (flushed ? ", log.flush.interval.messages=1" : "")
                        + "; W4 lowest: silence 900 ms, group session 900 ms",
                Optional.empty(),
                Map.of(),
                List.of());
    }

    @Override
    public Optional<String> missing() {
        return Launcher.missing();
    }

    @Override
    public Server start(Path dir, Tuning tuning) {
        Map<String, String> environment = new HashMap<>();
        Map<String, String> worker = new HashMap<>();
        if (!complete) {
            environment.put("ODRADEK_DATABASE_URL", "none");
        }
        if (flushed) {
            environment.put("ODRADEK_BROKER_LOG_FLUSH_INTERVAL_MESSAGES", "1");
        }
        if (tuning == Tuning.QUICK_RECOVERY) {
            environment.putAll(QUICK_SERVER);
            worker.putAll(QUICK_WORKER);
        }
        return OdradekServer.start(dir, environment, "mode: " + mode, worker);
    }
}
