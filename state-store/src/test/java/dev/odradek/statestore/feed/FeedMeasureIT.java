package dev.odradek.statestore.feed;

import static org.awaitility.Awaitility.await;

import dev.odradek.topics.event.NotificationRecord;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
@DisplayName("What the change feed costs")
class FeedMeasureIT {
    private static final int CHANGES = 1_000;
    private static final int MANY = 50_000;

    @TempDir
    static Path dir;

    @Test
    @DisplayName("from commit to reader, and how fast it catches up")
    void measure() throws Exception {
        try (Bed bed = Bed.made(dir)) {
            bed.create("m-", 1);
            bed.versions("m-", 1, 1);
            long before = System.nanoTime();
            MeterRegistry meters = new SimpleMeterRegistry();
            try (ChangeFeed feed = ChangeFeed.start(bed.kafka(), bed.database(), meters);
                    Heard heard = Heard.fromNow(bed.kafka());
                    java.sql.Connection connection = Databases.connect(bed.database())) {
                await().pollInterval(Duration.ofMillis(5)).atMost(Bed.LIMIT).until(feed::isRunning);
                System.out.printf("started in %d ms%n", millisSince(before));
                singles(connection, heard);
                many(connection, meters);
            }
        }
    }

    private static void singles(java.sql.Connection connection, Heard heard) throws Exception {
        List<Long> late = new CopyOnWriteArrayList<>();
        Thread reader = new Thread(() -> {
            while (late.size() < CHANGES) {
                for (NotificationRecord told : heard.next(Duration.ofMillis(100))) {
                    late.add(System.currentTimeMillis() - told.committedAt());
                }
            }
        });
        reader.start();
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE items SET version = version + 1 WHERE id = 'm-0'")) {
            for (int i = 0; i < CHANGES; i++) {
                update.executeUpdate();
                LockSupport.parkNanos(10_000_000);
            }
        }
        reader.join();
        List<Long> warm = new java.util.ArrayList<>(late.subList(CHANGES / 5, CHANGES));
        Collections.sort(warm);
        System.out.printf(
                "commit to reader: p50 %d ms, p99 %d ms, most %d ms%n",
                warm.get(warm.size() / 2), warm.get(warm.size() * 99 / 100), warm.get(warm.size() - 1));
    }

    private static void many(java.sql.Connection connection, MeterRegistry meters) throws SQLException {
        double before = meters.counter("odradek.feed.notifications").count();
        connection
                .createStatement()
                .execute("INSERT INTO items SELECT tenant, 'x-' || n, partition, machine, machine_version,"
                        + " partition_key, parent, payload, payload_version, created_at, updated_at, n"
                        + " FROM items, generate_series(1, " + MANY + ") n WHERE id = 'm-0'");
        long start = System.nanoTime();
        await().pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofMinutes(1))
                .until(() -> meters.counter("odradek.feed.notifications").count() >= before + MANY);
        System.out.printf("%d rows of one transaction told within %d ms%n", MANY, millisSince(start));
    }

    private static long millisSince(long nanos) {
        return (System.nanoTime() - nanos) / 1_000_000;
    }
}
