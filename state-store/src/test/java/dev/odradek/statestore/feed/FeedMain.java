package dev.odradek.statestore.feed;

import dev.odradek.statestore.table.DatabaseConfig;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.settings.Connection;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** A feed in a process of its own, to be killed. */
final class FeedMain {
    private FeedMain() {}

    public static void main(String[] args) {
        Connection kafka = new Connection(args[0], new TopicPlan("t.", 3, 4, 64 * 1024), Map.of());
        DatabaseConfig database = new DatabaseConfig(args[1], args[2], "", "odradek", Duration.ZERO);
        try (ChangeFeed feed = ChangeFeed.start(kafka, database, new SimpleMeterRegistry())) {
            boolean said = false;
            while (true) {
                if (feed.isRunning() && !said) {
                    said = true;
                    System.out.println("TELLING");
                }
                LockSupport.parkNanos(10_000_000);
            }
        }
    }
}
