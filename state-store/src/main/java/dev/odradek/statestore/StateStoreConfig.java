package dev.odradek.statestore;

import dev.odradek.statestore.stream.RowMemory;
import dev.odradek.topics.settings.Connection;
import dev.odradek.topics.settings.Settings;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How a state-store instance runs.
 *
 * @param commitInterval how long a transaction stays open: longer is faster, and only committed readers wait for it
 * @param memoryBytes what RocksDB may use in this process, all partitions together; of the heap, rows kept decoded may
 *     use half as much
 * @param rowsBytes what rows that have changed may use, outside the heap
 * @param standbys how many other instances keep a copy of each partition
 */
public record StateStoreConfig(
        Connection connection,
        Path stateDir,
        int streamThreads,
        Duration commitInterval,
        long memoryBytes,
        long rowsBytes,
        int standbys) {
    private static final String ROOT = "odradek.state-store.";

    public StateStoreConfig {
        if (streamThreads < 1) {
            throw new IllegalArgumentException(ROOT + "stream-threads must be at least 1, was " + streamThreads);
        }
        if (commitInterval.isNegative() || commitInterval.isZero()) {
            throw new IllegalArgumentException(
                    ROOT + "commit-interval must be longer than zero, was " + commitInterval);
        }
        if (memoryBytes < 8 << 20) {
            throw new IllegalArgumentException(ROOT + "memory-mib must be at least 8, was " + (memoryBytes >> 20));
        }
        if (rowsBytes < 8 << 20) {
            throw new IllegalArgumentException(ROOT + "rows-mib must be at least 8, was " + (rowsBytes >> 20));
        }
        if (standbys < 0) {
            throw new IllegalArgumentException(ROOT + "standbys must be at least 0, was " + standbys);
        }
    }

    public static StateStoreConfig from(Settings settings, Connection connection) {
        return new StateStoreConfig(
                connection,
                Path.of(settings.text(ROOT + "state-dir", System.getProperty("java.io.tmpdir") + "/odradek-state")),
                settings.number(ROOT + "stream-threads", defaultThreads()),
                settings.duration(ROOT + "commit-interval", Duration.ofMillis(100)),
                (long) settings.number(ROOT + "memory-mib", 64) << 20,
                (long) settings.number(ROOT + "rows-mib", defaultRowsMib()) << 20,
                settings.number(ROOT + "standbys", 0));
    }

    /** A tenth of the host's memory, and enough for a million items of half a kB; less in a small JVM. */
    private static int defaultRowsMib() {
        return (int) Math.max(8, Math.min(Math.max(640, (RowMemory.host() >> 20) / 10), RowMemory.allowed() >> 20));
    }

    /** One for every two processors: the broker, or the network to it, needs as much as the deciding does. */
    private static int defaultThreads() {
        return Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    }

    /** The Streams application: also its consumer group and the prefix of its changelog. */
    public String applicationId() {
        return connection.plan().deciders();
    }
}
