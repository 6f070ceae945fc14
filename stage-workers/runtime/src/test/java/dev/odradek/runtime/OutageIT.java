package dev.odradek.runtime;

import static dev.odradek.runtime.Eventually.eventually;
import static dev.odradek.runtime.LogSide.items;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.localcluster.EmbeddedBroker;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.machine.Mode;
import dev.odradek.topics.machine.Transport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A broker that goes away and comes back. */
class OutageIT {

    @TempDir
    Path data;

    @ParameterizedTest
    @EnumSource(Transport.class)
    @DisplayName(
            "A21 after an outage of the broker heartbeats, claims and results go on, and the handler never noticed")
    void goesOn(Transport transport) throws Exception {
        CountDownLatch letGo = new CountDownLatch(1);
        CountDownLatch running = new CountDownLatch(1);
        EmbeddedBroker broker = EmbeddedBroker.start(LogSide.quick(data));
        int port = broker.port();
        try (LogSide log = new LogSide(transport, broker.bootstrapServers())) {
            Worker worker = log.worker()
                    .presence(Duration.ofMillis(100))
                    // A broker needs its time to stop: long enough for the work never to be in doubt.
                    .presenceTimeout(Duration.ofMinutes(1))
                    .handle(work -> {
                        if (work.itemId().equals("long")) {
                            running.countDown();
                            letGo.await();
                        }
                        return Result.done();
                    })
                    .start();
            log.dispatch(Mode.CONFIRMED, "long");
            running.await();

            broker.close();
            letGo.countDown();
            broker = EmbeddedBroker.start(LogSide.quick(data).onPort(port));
            eventually(() -> assertThat(log.itemsOf(Complete.class)).contains("long"));
            double beats = count(worker, "heartbeats_total");
            log.dispatch(Mode.CONFIRMED, items("i", 20));

            eventually(
                    () -> assertThat(new HashSet<>(log.itemsOf(Complete.class))).hasSize(21));
            eventually(() -> assertThat(count(worker, "heartbeats_total")).isGreaterThan(beats + 2));
            worker.close();
        } finally {
            broker.close();
        }
    }

    private static double count(Worker worker, String name) {
        return worker.metrics()
                .lines()
                .filter(line -> line.startsWith("odradek_worker_" + name + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }
}
