package dev.odradek.standalone.system;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;

/** The one way to wait; the limit is for a machine that others keep busy. */
final class Eventually {
    static final Duration LIMIT = Duration.ofSeconds(150);

    private Eventually() {}

    static void eventually(ThrowingRunnable assertion) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(50))
                .atMost(LIMIT)
                .ignoreExceptions()
                .untilAsserted(assertion);
    }

    /** That it stays so for a while: for what must not happen. */
    static void meanwhile(Duration time, ThrowingRunnable assertion) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(100))
                .during(time)
                .atMost(time.plusSeconds(60))
                .untilAsserted(assertion);
    }
}
