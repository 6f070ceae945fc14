package dev.odradek.ingest.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.ingest.Reading;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BacklogTest {
    private final CountDownLatch answering = new CountDownLatch(1);
    private final Backlog backlog = new Backlog(this::slowly);

    @AfterEach
    void close() {
        backlog.destroy();
    }

    @Test
    void nobodyWaitsForAReadModelThatDoesNotAnswer() {
        assertThat(backlog.count("fetch", "acme", 3)).isEqualTo(3);
        assertThat(backlog.count("fetch", "acme", 4)).isEqualTo(4);
        assertThat(backlog.count("fetch", "globex", 5)).isEqualTo(5);

        answering.countDown();

        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> backlog.count("fetch", "acme", 4) == 70 && backlog.count("fetch", "globex", 80) == 80);
    }

    private Reading.Answered slowly(String path, String query) {
        try {
            answering.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new Reading.Answered(200, "application/json", "{\"queues\": [{\"queue\": \"fetch\", \"offered\": 70}]}");
    }
}
