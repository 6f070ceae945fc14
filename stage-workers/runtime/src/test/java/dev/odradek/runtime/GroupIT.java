package dev.odradek.runtime;

import static dev.odradek.runtime.Eventually.eventually;
import static dev.odradek.runtime.LogSide.items;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.machine.Mode;
import dev.odradek.topics.machine.Transport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Workers as members of their queue's group. */
class GroupIT {
    private final CountDownLatch letGo = new CountDownLatch(1);

    @Test
    @DisplayName("A25 a job longer than max.poll.interval.ms causes no rebalance and runs once")
    void longJobNoRebalance() throws Exception {
        Map<String, String> shortInterval = Map.of("max.poll.interval.ms", "3000");
        List<String> started = new CopyOnWriteArrayList<>();
        try (LogSide log = new LogSide(Transport.PARTITIONED);
                Worker worker = log.worker(shortInterval)
                        .concurrency(1)
                        .handle(work -> {
                            started.add(work.itemId());
                            return letGo.await(9, TimeUnit.SECONDS) ? Result.done() : Result.done();
                        })
                        .start()) {
            log.dispatch(Mode.CONFIRMED, items("i", 3));
            eventually(() -> assertThat(started).hasSize(1));
            ConsumerGroupDescription before = group(log);

            eventually(() -> assertThat(log.itemsOf(Complete.class)).hasSize(1));
            letGo.countDown();
            eventually(() -> assertThat(log.itemsOf(Complete.class)).hasSize(3));

            ConsumerGroupDescription after = group(log);
            assertThat(after.groupEpoch()).isEqualTo(before.groupEpoch());
            assertThat(after.members()).isEqualTo(before.members());
            assertThat(started).hasSize(3).doesNotHaveDuplicates();
            assertThat(worker.metrics()).contains("completed_total{queue=\"parse\"} 3\n");
        }
    }

    @Test
    @DisplayName("A26 a worker that loses partitions starts nothing more from them; each item is claimed by one")
    void revocation() throws Exception {
        CountDownLatch busy = new CountDownLatch(1);
        try (LogSide log = new LogSide(Transport.PARTITIONED);
                Worker first = log.worker()
                        .id("first")
                        .concurrency(1)
                        .helpAfter(Duration.ZERO)
                        .handle(work -> {
                            busy.countDown();
                            letGo.await();
                            return Result.done();
                        })
                        .start()) {
            // All in the first worker's backlog, one in its hands.
            log.dispatch(Mode.CONFIRMED, items("i", 40));
            busy.await();

            try (Worker second = log.worker()
                    .id("second")
                    .helpAfter(Duration.ZERO)
                    .handle(work -> Result.done())
                    .start()) {
                eventually(() -> assertThat(claimedBy(log, "second")).hasSizeGreaterThan(10));
                letGo.countDown();
                eventually(() -> assertThat(log.itemsOf(Complete.class)).hasSize(40));

                assertThat(log.itemsOf(Claim.class)).doesNotHaveDuplicates();
                assertThat(claimedBy(log, "first")).isNotEmpty();
                assertThat(second.id()).isEqualTo("second");
                assertThat(first.id()).isEqualTo("first");
            }
        }
    }

    @Test
    @DisplayName("A64 a slow worker in a share group keeps nothing from a fast one")
    void slowWorkerHoardsNothing() {
        try (LogSide log = new LogSide(Transport.SHARED);
                Worker slow = log.worker()
                        .id("slow")
                        .concurrency(4)
                        .handle(work -> {
                            letGo.await();
                            return Result.done();
                        })
                        .start();
                Worker fast =
                        log.worker().id("fast").handle(work -> Result.done()).start()) {
            log.dispatch(Mode.CONFIRMED, items("i", 100));

            eventually(() -> assertThat(log.itemsOf(Complete.class)).hasSizeGreaterThanOrEqualTo(96));
            assertThat(claimedBy(log, "slow")).hasSizeLessThanOrEqualTo(4);
            letGo.countDown();
            eventually(
                    () -> assertThat(log.itemsOf(Complete.class)).hasSize(100).doesNotHaveDuplicates());
            assertThat(slow.id()).isNotEqualTo(fast.id());
        }
    }

    @Test
    @DisplayName("A64 what waits on the partitions of a worker that hangs is done by the other one, each item once")
    void idleWorkersHelp() {
        List<String> called = new CopyOnWriteArrayList<>();
        try (LogSide log = new LogSide(Transport.PARTITIONED);
                Worker stuck = log.worker()
                        .concurrency(1)
                        .handle(work -> {
                            called.add(work.itemId());
                            letGo.await();
                            return Result.done();
                        })
                        .start()) {
            log.dispatch(Mode.CONFIRMED, "first");
            eventually(() -> assertThat(called).containsExactly("first"));
            try (Worker free = log.worker()
                    .concurrency(2)
                    .handle(work -> {
                        called.add(work.itemId());
                        return Result.done();
                    })
                    .start()) {
                log.dispatch(Mode.EAGER, items("e", 20));
                log.dispatch(Mode.CONFIRMED, items("i", 200));

                eventually(() -> assertThat(called)
                        .filteredOn(item -> item.startsWith("i"))
                        .hasSize(200));
                assertThat(called).as("eager ones are left to their owner").hasSizeLessThan(221);
                assertThat(free.metrics()).doesNotContain("helped_total{queue=\"parse\"} 0\n");

                letGo.countDown();
                eventually(() -> assertThat(log.itemsOf(Complete.class)).hasSize(221));
                assertThat(called).hasSize(221).doesNotHaveDuplicates();
                assertThat(stuck.metrics()).contains("reason=\"already_claimed\"}");
            }
        }
    }

    private static List<String> claimedBy(LogSide log, String worker) {
        return log.commands(Claim.class)
                .filter(claim -> claim.worker().equals(worker))
                .map(Claim::itemId)
                .toList();
    }

    private static ConsumerGroupDescription group(LogSide log) throws Exception {
        String id = log.plan().group(LogSide.QUEUE);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", log.bootstrap()))) {
            return admin.describeConsumerGroups(List.of(id))
                    .all()
                    .get(Duration.ofSeconds(10).toMillis(), TimeUnit.MILLISECONDS)
                    .get(id);
        }
    }
}
