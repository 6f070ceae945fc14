package dev.odradek.statestore.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.localcluster.JavaProcess;
import dev.odradek.statestore.StateStoreService;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.Why;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.route.Conversation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Many claimers for one epoch")
class FiftyClaimersIT {
    private static final int PROCESSES = 4;
    private static final int EACH = 13;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    Path dir;

    @Test
    @DisplayName("A6 fifty claimers in four processes, one winner")
    void oneWinner() throws Exception {
        try (Cluster cluster = Cluster.start(dir, 3);
                StateStoreService service = cluster.stateStore();
                Conversation talk = cluster.conversation()) {
            cluster.define(talk, "ping.yaml");
            Path go = dir.resolve("go");
            List<JavaProcess> claimers = new ArrayList<>();
            for (int i = 0; i < PROCESSES; i++) {
                claimers.add(JavaProcess.of(ClaimerMain.class)
                        .args(
                                cluster.connection().bootstrap(),
                                cluster.connection().plan().prefix(),
                                "3",
                                "wanted",
                                String.valueOf(EACH),
                                go.toString())
                        .small(64)
                        .start(dir.resolve("claimer-" + i + ".log")));
            }
            claimers.forEach(each -> each.awaitLine(line -> line.equals("READY"), LIMIT));
            Cluster.create(talk, "ping", "wanted");

            Files.createFile(go);

            long granted = claimers.stream()
                    .map(each -> each.awaitLine(line -> line.startsWith("GRANTED"), LIMIT))
                    .peek(line -> assertThat(line).endsWith("OF " + EACH))
                    .mapToLong(line -> Long.parseLong(line.split(" ")[1]))
                    .sum();
            assertThat(granted).isEqualTo(1);
            Awaitility.await().untilAsserted(() -> assertThat(claims(cluster)).isEqualTo(1));
            claimers.forEach(JavaProcess::close);
            assertThat(service.isRunning()).isTrue();
        }
    }

    private static long claims(Cluster cluster) {
        return Topic.read(cluster.connection(), cluster.connection().plan().events(), Formats.EVENTS).stream()
                .filter(fact -> fact.event() instanceof Event.Moved moved && moved.why() == Why.CLAIMED)
                .count();
    }
}
