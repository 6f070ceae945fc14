package dev.odradek.runtime;

import static dev.odradek.runtime.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.ItemCommand.Release;
import dev.odradek.topics.machine.Mode;
import dev.odradek.topics.machine.Transport;
import dev.odradek.topics.route.Routing;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the reaper gets to read. */
class HeartbeatsIT {
    private final LogSide log = new LogSide(Transport.SHARED);
    private final CountDownLatch letGo = new CountDownLatch(1);

    @AfterEach
    void close() {
        letGo.countDown();
        log.close();
    }

    @Test
    @DisplayName("A14 a job that outlasts its lease is named in every heartbeat, on its item's partition")
    void everyHeartbeatNamesIt() {
        try (Worker worker = log.lease(Duration.ofSeconds(2))
                .worker()
                .presence(Duration.ofMillis(100))
                .handle(work -> {
                    letGo.await();
                    return Result.done();
                })
                .start()) {
            int home = Routing.partition("default", worker.id(), log.plan().partitions());
            String item = IntStream.range(0, 100)
                    .mapToObj(i -> "i" + i)
                    .filter(each -> partition(each) != home)
                    .findFirst()
                    .orElseThrow();
            log.dispatch(Mode.CONFIRMED, item);

            eventually(() -> assertThat(naming(worker, item)).hasSizeGreaterThan(30));
            List<LogSide.Beat> naming = naming(worker, item);
            Claim claim = log.commands(Claim.class).findFirst().orElseThrow();
            assertThat(naming).allSatisfy(beat -> {
                assertThat(beat.partition()).isEqualTo(partition(item));
                assertThat(beat.tenant()).isEqualTo("default");
                assertThat(beat.presence().incarnation()).isEqualTo(claim.incarnation());
            });
            assertThat(beatsBetween(worker, home, naming))
                    .as("beats at home while it ran")
                    .isBetween(naming.size() - 2L, naming.size() + 2L);

            letGo.countDown();
            eventually(() -> assertThat(log.itemsOf(Complete.class)).containsExactly(item));
            assertThat(log.itemsOf(Release.class)).isEmpty();
        }
    }

    private List<LogSide.Beat> naming(Worker worker, String item) {
        return log.beats(worker.id()).stream().filter(beat -> beat.names(item)).toList();
    }

    private long beatsBetween(Worker worker, int home, List<LogSide.Beat> naming) {
        long first = naming.get(0).at();
        long last = naming.get(naming.size() - 1).at();
        return log.beats(worker.id()).stream()
                .filter(beat -> beat.partition() == home)
                .filter(beat -> beat.at() >= first && beat.at() <= last)
                .count();
    }

    private int partition(String item) {
        return Routing.partition("default", item, log.plan().partitions());
    }
}
