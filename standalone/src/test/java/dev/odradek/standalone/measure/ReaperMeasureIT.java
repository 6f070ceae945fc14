package dev.odradek.standalone.measure;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Expire;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Heartbeat;
import dev.odradek.topics.event.Heartbeat.Held;
import dev.odradek.topics.event.HeartbeatRecord;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.event.TimerRecord;
import dev.odradek.topics.format.Formats;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the reaper costs and how late it is, in a process of its own; the figures go to docs/proofs. */
@Tag("full")
@Timeout(1200)
class ReaperMeasureIT {
    private static final int LEASES = Integer.getInteger("odradek.leases", 1_000_000);
    private static final int MOVES_PER_SECOND = 10_000;
    private static final long LEASE_MS = 3_600_000;
    private static final long SHORT_MS = 2_000;
    private static final int PROBES = 24;

    @Test
    @DisplayName("a million leases, ten thousand of which move each second, and now and then one is due")
    void aMillionLeases(@TempDir Path dir) throws Exception {
        try (ReaperBench bench = new ReaperBench(dir)) {
            long loaded = System.nanoTime();
            for (int i = 0; i < LEASES; i++) {
                bench.send(lease(bench, i, 1, LEASE_MS, null));
            }
            bench.producer().flush();
            bench.awaitRead(Duration.ofMinutes(5));
            System.out.printf("%,d leases armed in %.0f s%n", LEASES, (System.nanoTime() - loaded) / 1e9);

            List<Long> late = new ArrayList<>();
            Duration cpu = bench.cpu();
            long started = System.nanoTime();
            try (Moves moves = new Moves(bench)) {
                for (int probe = 0; probe < PROBES; probe++) {
                    late.add(bench.latenessOf(lease(bench, LEASES + probe, 1, SHORT_MS, null), SHORT_MS));
                }
                double seconds = (System.nanoTime() - started) / 1e9;
                System.out.printf(
                        "%,.0f moves/s; due leases fired %s ms after their time (p50 %d, worst %d);"
                                + " tick p50 %s s, p99 %s s; %.2f cores%n",
                        moves.count() / seconds,
                        late,
                        sorted(late).get(PROBES / 2),
                        sorted(late).get(PROBES - 1),
                        bench.metric("odradek_reaper_tick_seconds{quantile=\"0.5\"}"),
                        bench.metric("odradek_reaper_tick_seconds{quantile=\"0.99\"}"),
                        bench.cpu().minus(cpu).toNanos() / 1e9 / seconds);
            }
            assertThat(late).as("every due lease fired").hasSize(PROBES);
        }
    }

    @Test
    @DisplayName("ten thousand leases whose hundred workers say each second that they hold them")
    void tenThousandHeartbeating(@TempDir Path dir) throws Exception {
        try (ReaperBench bench = new ReaperBench(dir)) {
            double idle = bench.cores(Duration.ofSeconds(30));
            for (int i = 0; i < 10_000; i++) {
                bench.send(lease(bench, i, 1, 30_000, "life-" + i % 100));
            }
            bench.producer().flush();
            ScheduledExecutorService beats = Executors.newSingleThreadScheduledExecutor();
            beats.scheduleAtFixedRate(() -> beat(bench), 0, 1, TimeUnit.SECONDS);
            bench.cores(Duration.ofSeconds(15));
            double beating = bench.cores(Duration.ofSeconds(40));
            beats.shutdownNow();

            System.out.printf("idle %.3f cores; 10,000 leases heartbeating %.3f cores%n", idle, beating);
            assertThat(bench.metric("odradek_reaper_reaped_total"))
                    .as("nobody was reaped")
                    .isEqualTo("0.0");
        }
    }

    private static List<Long> sorted(List<Long> values) {
        return values.stream().sorted().toList();
    }

    private static void beat(ReaperBench bench) {
        for (int worker = 0; worker < 100; worker++) {
            for (int partition = 0; partition < ReaperBench.PARTITIONS; partition++) {
                List<Held> held = new ArrayList<>();
                for (int i = worker; i < 10_000; i += 100) {
                    if (i % ReaperBench.PARTITIONS == partition) {
                        held.add(new Held("item-" + i, "status", 1, null, null));
                    }
                }
                Heartbeat.Presence presence = new Heartbeat.Presence("worker-" + worker, "life-" + worker, held);
                bench.send(new ProducerRecord<>(
                        bench.plan().heartbeats(),
                        partition,
                        null,
                        Formats.HEARTBEATS.write(new HeartbeatRecord(1, ReaperBench.TENANT, presence))));
            }
        }
    }

    private static ProducerRecord<byte[], byte[]> lease(
            ReaperBench bench, int i, long epoch, long durationMs, String incarnation) {
        String item = "item-" + i;
        CommandRecord expire = CommandRecord.of(
                ReaperBench.TENANT, "expire/" + item + "/status/" + epoch, item, new Expire(item, "status", epoch));
        int partition = i % ReaperBench.PARTITIONS;
        Timer timer = new Timer.LeaseTimer("worker", incarnation, durationMs, expire);
        TimerRecord record = new TimerRecord(1, ReaperBench.TENANT, new Cause(partition, i, 0), timer);
        byte[] key = (ReaperBench.TENANT + "/" + item + "/status").getBytes(UTF_8);
        return new ProducerRecord<>(bench.plan().timers(), partition, key, Formats.TIMERS.write(record));
    }

    /** Claims and completions as the reaper sees them: leases that give way to leases, at a steady rate. */
    private static final class Moves implements AutoCloseable {
        private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
        private final Random random = new Random(1);
        private volatile long count;

        Moves(ReaperBench bench) {
            thread.scheduleAtFixedRate(() -> move(bench), 0, 10, TimeUnit.MILLISECONDS);
        }

        private void move(ReaperBench bench) {
            for (int i = 0; i < MOVES_PER_SECOND / 100; i++) {
                bench.send(lease(bench, random.nextInt(LEASES), 2 + count, LEASE_MS, null));
                count++;
            }
        }

        long count() {
            return count;
        }

        @Override
        public void close() {
            thread.shutdownNow();
        }
    }
}
