package dev.odradek.reaper;

import dev.odradek.reaper.deadline.Terms;
import dev.odradek.topics.settings.Connection;
import dev.odradek.topics.settings.Settings;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How a reaper-job instance runs; each field under {@code odradek.reaper.} by its name.
 *
 * @param tick how often it looks what is due
 * @param budget how long one look may take; the next goes on where it stopped
 * @param canary how often it proves to itself that heartbeats get through
 * @param memoryBytes what RocksDB may use in this process, all partitions together; of the heap, the newest timers use
 *     up to half as much, and so does the memory of where those on disk are filed
 * @param standbys how many other instances keep a copy of each partition's timers
 */
public record ReaperConfig(
        Connection connection,
        Path stateDir,
        int streamThreads,
        Duration tick,
        Duration budget,
        Duration canary,
        Terms terms,
        long memoryBytes,
        int standbys) {
    public static final String ROOT = "odradek.reaper.";

    public ReaperConfig {
        if (streamThreads < 1) {
            throw new IllegalArgumentException(ROOT + "stream-threads must be at least 1, was " + streamThreads);
        }
        positive("tick", tick);
        positive("budget", budget);
        positive("canary", canary);
        if (canary.toMillis() * 2 > terms.gap()) {
            throw new IllegalArgumentException(ROOT + "gap must be at least twice " + ROOT + "canary ("
                    + canary.toMillis() + " ms), was " + terms.gap() + " ms: every canary would follow a gap");
        }
        if (memoryBytes < 8 << 20) {
            throw new IllegalArgumentException(ROOT + "memory-mib must be at least 8, was " + (memoryBytes >> 20));
        }
        if (standbys < 0) {
            throw new IllegalArgumentException(ROOT + "standbys must be at least 0, was " + standbys);
        }
    }

    public static ReaperConfig from(Settings settings, Connection connection) {
        return new ReaperConfig(
                connection,
                Path.of(settings.text(ROOT + "state-dir", System.getProperty("java.io.tmpdir") + "/odradek-reaper")),
                settings.number(ROOT + "stream-threads", 1),
                settings.duration(ROOT + "tick", Duration.ofMillis(25)),
                settings.duration(ROOT + "budget", Duration.ofMillis(20)),
                settings.duration(ROOT + "canary", Duration.ofSeconds(1)),
                terms(settings),
                (long) settings.number(ROOT + "memory-mib", defaultMemoryMib()) << 20,
                settings.number(ROOT + "standbys", 0));
    }

    /** A quarter of a large heap, for as much of that is used besides; a small one is for other things. */
    private static int defaultMemoryMib() {
        long heapMib = Runtime.getRuntime().maxMemory() >> 20;
        return heapMib > 1024 ? (int) (heapMib / 4) : 64;
    }

    private static Terms terms(Settings settings) {
        Terms usual = Terms.DEFAULT;
        long presence = millis(settings, "presence-timeout", usual.presence());
        long grace = millis(settings, "grace", Math.max(usual.grace(), presence));
        if (presence < 1 || grace < presence) {
            throw new IllegalArgumentException(ROOT + "grace must be at least " + ROOT + "presence-timeout (" + presence
                    + " ms) and both longer than 0, was " + grace + " ms");
        }
        return new Terms(
                presence,
                millis(settings, "gap", usual.gap()),
                millis(settings, "drift", usual.drift()),
                grace,
                millis(settings, "retry", usual.retry()));
    }

    private static long millis(Settings settings, String name, long usual) {
        return settings.duration(ROOT + name, Duration.ofMillis(usual)).toMillis();
    }

    private static void positive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(ROOT + name + " must be longer than 0, was " + value.toMillis() + " ms");
        }
    }

    /** The Streams application: also its consumer group. */
    public String applicationId() {
        return connection.plan().prefix() + "reaper-job";
    }
}
