package dev.odradek.standalone.http;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;

/** The one way to wait; the limit is for a machine that others keep busy. */
final class Eventually {
    private static final Duration LIMIT = Duration.ofSeconds(90);

    private Eventually() {}

    static void eventually(ThrowingRunnable assertion) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(20))
                .atMost(LIMIT)
                .ignoreExceptions()
                .untilAsserted(assertion);
    }
}
