package dev.odradek.runtime;

import static dev.odradek.runtime.Eventually.eventually;
import static dev.odradek.runtime.Eventually.meanwhile;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.localcluster.EmbeddedBroker;
import dev.odradek.localcluster.FaultProxy;
import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.ItemCommand.Fail;
import dev.odradek.topics.command.ItemCommand.Release;
import dev.odradek.topics.machine.Mode;
import dev.odradek.topics.machine.Transport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A worker whose broker cannot be reached, for a while or for too long. */
class FencingIT {
    @TempDir
    static Path data;

    private static FaultProxy proxy;
    private static EmbeddedBroker broker;

    private final LogSide log = new LogSide(Transport.SHARED, broker.bootstrapServers());
    private final List<String> stopped = new CopyOnWriteArrayList<>();
    private final CountDownLatch letGo = new CountDownLatch(1);

    /** How the broker is out of reach. */
    enum Fault {
        CUT(FaultProxy::cut),
        /** What was sent arrives in the end: acknowledgements come, but late. */
        BLACK_HOLE(FaultProxy::blackHole);

        private final Consumer<FaultProxy> set;

        Fault(Consumer<FaultProxy> set) {
            this.set = set;
        }
    }

    @BeforeAll
    static void start() {
        proxy = FaultProxy.listen();
        broker = EmbeddedBroker.start(LogSide.quick(data).advertisedAs(proxy.address()));
        proxy.forwardTo("127.0.0.1", broker.port());
    }

    @AfterAll
    static void stop() {
        broker.close();
        proxy.close();
    }

    @AfterEach
    void close() {
        proxy.heal();
        letGo.countDown();
        log.close();
    }

    @Test
    @DisplayName("E5 heartbeats that fail for less than the time-out change nothing: the result is written")
    void shorterThanTheTimeout() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        try (Worker worker = log.worker()
                .presence(Duration.ofMillis(100))
                .presenceTimeout(Duration.ofSeconds(20))
                .handle(work -> {
                    running.countDown();
                    letGo.await();
                    return Result.done();
                })
                .start()) {
            log.dispatch(Mode.CONFIRMED, "i");
            running.await();
            eventually(() -> assertThat(log.held(worker.id())).hasSize(1));

            proxy.cut();
            eventually(
                    () -> assertThat(count(worker, "heartbeats_failed_total")).isPositive());
            proxy.heal();
            double before = count(worker, "heartbeats_total");
            eventually(() -> assertThat(count(worker, "heartbeats_total")).isGreaterThan(before));
            letGo.countDown();

            eventually(() -> assertThat(log.itemsOf(Complete.class)).containsExactly("i"));
            assertThat(log.itemsOf(Release.class)).isEmpty();
            assertThat(count(worker, "fenced_total")).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    @DisplayName("E5 past the time-out the worker stops its handlers itself, and gives back instead of a result")
    void longerThanTheTimeout(Fault fault) throws Exception {
        CountDownLatch running = new CountDownLatch(2);
        try (Worker worker = quick(work -> {
                    running.countDown();
                    try {
                        letGo.await();
                    } catch (InterruptedException e) {
                        stopped.add(work.itemId() + " " + work.cancelled());
                        if (work.itemId().equals("throws")) {
                            throw e;
                        }
                    }
                    return Result.done();
                })
                .start()) {
            log.dispatch(Mode.CONFIRMED, "returns", "throws");
            running.await();
            eventually(() -> assertThat(log.held(worker.id())).hasSize(2));

            fault.set.accept(proxy);
            eventually(() -> assertThat(stopped).containsExactlyInAnyOrder("returns true", "throws true"));
            proxy.heal();

            eventually(() -> assertThat(log.itemsOf(Release.class)).containsExactlyInAnyOrder("returns", "throws"));
            letGo.countDown();
            log.dispatch(Mode.CONFIRMED, "next");
            eventually(() -> assertThat(log.itemsOf(Complete.class)).containsExactly("next"));
            assertThat(log.itemsOf(Fail.class)).isEmpty();
            assertThat(count(worker, "fenced_total")).isEqualTo(2);
            assertThat(count(worker, "in_flight")).isLessThanOrEqualTo(count(worker, "slots"));
        }
    }

    @Test
    @DisplayName("E5 A23 a fenced handler that is then told that it lost the work says nothing at all")
    void revokedAfterTheFence() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch fenced = new CountDownLatch(1);
        CountDownLatch stubborn = new CountDownLatch(1);
        try (Worker worker = quick(work -> {
                    if (work.itemId().equals("i")) {
                        work.onCancel(fenced::countDown);
                        running.countDown();
                        awaitStubbornly(stubborn);
                    }
                    return Result.done();
                })
                .start()) {
            log.dispatch(Mode.CONFIRMED, "i");
            running.await();

            proxy.cut();
            fenced.await();
            proxy.heal();
            eventually(() -> assertThat(log.seen(Claim.class)).hasSize(1));
            log.revoke(log.seen(Claim.class).get(0));
            eventually(() -> assertThat(count(worker, "revoked_total")).isEqualTo(1));
            stubborn.countDown();

            log.dispatch(Mode.CONFIRMED, "next");
            eventually(() -> assertThat(log.itemsOf(Complete.class)).containsExactly("next"));
            meanwhile(
                    Duration.ofMillis(300),
                    () -> assertThat(log.itemsOf(Release.class)).isEmpty());
        }
    }

    private WorkerBuilder quick(Handler handler) {
        return log.worker()
                .concurrency(2)
                .presence(Duration.ofMillis(100))
                .presenceTimeout(Duration.ofSeconds(2))
                .fenceMargin(Duration.ofMillis(500))
                .handle(handler);
    }

    private static void awaitStubbornly(CountDownLatch latch) {
        boolean waiting = true;
        while (waiting) {
            try {
                latch.await();
                waiting = false;
            } catch (InterruptedException e) {
                // That is what makes it stubborn.
                waiting = true;
            }
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
