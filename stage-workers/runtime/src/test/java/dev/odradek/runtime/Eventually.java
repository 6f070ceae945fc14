package dev.odradek.runtime;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;

/** The one way to wait. */
final class Eventually {
    private Eventually() {}

    static void eventually(ThrowingRunnable assertion) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(assertion);
    }

    /** That it stays so for a while: for what must not happen. */
    static void meanwhile(Duration time, ThrowingRunnable assertion) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(50))
                .during(time)
                .atMost(time.plusSeconds(10))
                .untilAsserted(assertion);
    }
}
