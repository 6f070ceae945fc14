package dev.odradek.runtime;

import static dev.odradek.runtime.Eventually.eventually;
import static dev.odradek.runtime.LogSide.items;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.machine.Mode;
import dev.odradek.topics.machine.Transport;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How long from the writing of a dispatch to the start of its handler, and how many a worker drains in a second. */
@Tag("full")
class LatencyIT {
    private static final Logger LOG = LoggerFactory.getLogger(LatencyIT.class);
    private static final int COUNT = 300;

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({"SHARED, EAGER", "SHARED, CONFIRMED", "PARTITIONED, EAGER", "PARTITIONED, CONFIRMED"})
    void measures(Transport transport, Mode mode) throws Exception {
        Map<String, Long> started = new ConcurrentHashMap<>();
        Map<String, Long> sent = new ConcurrentHashMap<>();
        ScheduledExecutorService pace = Executors.newSingleThreadScheduledExecutor();
        try (LogSide log = new LogSide(transport);
                Worker worker = log.worker()
                        .concurrency(16)
                        .handle(work -> {
                            started.put(work.itemId(), System.nanoTime());
                            return Result.done();
                        })
                        .start()) {
            log.dispatch(mode, items("warm", 200));
            eventually(() -> assertThat(log.itemsOf(Complete.class)).hasSize(200));

            for (String item : items("i", COUNT)) {
                pace.schedule(
                                () -> {
                                    sent.put(item, System.nanoTime());
                                    log.dispatch(mode, item);
                                },
                                5,
                                TimeUnit.MILLISECONDS)
                        .get();
            }
            eventually(() -> assertThat(started).hasSize(COUNT + 200));
            report(transport, mode, sent, started);

            long begun = System.nanoTime();
            log.dispatch(mode, items("drain", 2000));
            eventually(() -> assertThat(log.commands(Complete.class).count()).isEqualTo(2200 + COUNT));
            LOG.info(
                    "{} {} drained 2000 at {}/s", transport, mode, (long) (2000 / ((System.nanoTime() - begun) / 1e9)));
            assertThat(worker.metrics()).contains("completed_total");
        } finally {
            pace.shutdown();
        }
    }

    private static void report(Transport transport, Mode mode, Map<String, Long> sent, Map<String, Long> started) {
        List<String> all = List.of(items("i", COUNT));
        long[] micros = all.stream()
                .mapToLong(item -> (started.get(item) - sent.get(item)) / 1000)
                .sorted()
                .toArray();
        LOG.info(
                "{} {} dispatch to start: p50 {} us, p90 {} us, p99 {} us",
                transport,
                mode,
                micros[COUNT / 2],
                micros[COUNT * 9 / 10],
                micros[COUNT * 99 / 100]);
        assertThat(Arrays.stream(micros).min().orElseThrow()).isPositive();
    }
}
