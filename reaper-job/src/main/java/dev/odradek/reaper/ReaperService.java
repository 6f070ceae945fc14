package dev.odradek.reaper;

import dev.odradek.reaper.deadline.Watched;
import dev.odradek.reaper.stream.Post;
import dev.odradek.reaper.stream.Questions;
import dev.odradek.reaper.stream.ReaperMeters;
import dev.odradek.reaper.stream.ReaperProperties;
import dev.odradek.reaper.stream.ReaperTopology;
import dev.odradek.reaper.stream.RocksMemory;
import dev.odradek.topics.TopicKeeper;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One running reaper-job instance. */
public final class ReaperService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReaperService.class);
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Post post;
    private final RocksMemory memory;
    private final KafkaStreams streams;
    private final Questions questions = new Questions();
    private final CountDownLatch settled = new CountDownLatch(1);

    private ReaperService(ReaperConfig config, MeterRegistry meters) {
        try (Admin admin = Admin.create(config.connection().clientProperties())) {
            new TopicKeeper(admin).ensure(config.connection().plan().fixed());
        }
        ReaperMeters counted = new ReaperMeters(meters);
        this.post = new Post(config.connection(), counted);
        this.memory = new RocksMemory(config.memoryBytes());
        this.streams = new KafkaStreams(
                ReaperTopology.of(config, memory, post, questions, counted), ReaperProperties.of(config));
        Gauge.builder("odradek.reaper.running", streams, s -> s.state() == State.RUNNING ? 1 : 0)
                .description("1 while this instance watches the timers of every partition it has")
                .register(meters);
        Gauge.builder("odradek.reaper.memory", config, ReaperConfig::memoryBytes)
                .description("What RocksDB may take for timers, as configured")
                .baseUnit(BaseUnits.BYTES)
                .register(meters);
    }

    /** Returns once every partition assigned to this instance is watched. */
    public static ReaperService start(ReaperConfig config, MeterRegistry meters) {
        ReaperService service = new ReaperService(config, meters);
        service.start();
        return service;
    }

    /** What the reaper watches in these slots ({@code tenant/item/axis}) of a partition; answered at its next tick. */
    public CompletableFuture<Map<String, Watched>> watched(int partition, List<String> slots) {
        return questions.ask(partition, slots);
    }

    public boolean isRunning() {
        return streams.state() == State.RUNNING || streams.state() == State.REBALANCING;
    }

    private void start() {
        streams.setUncaughtExceptionHandler(failure -> {
            LOG.atError().setCause(failure).log("a stream thread failed");
            return StreamThreadExceptionResponse.REPLACE_THREAD;
        });
        streams.setStateListener((now, before) -> {
            if (now == State.RUNNING || now == State.ERROR || now == State.NOT_RUNNING) {
                settled.countDown();
            }
        });
        streams.start();
        try {
            if (!settled.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS) || !isRunning()) {
                close();
                throw new IllegalStateException("The reaper-job did not start within " + PATIENCE.toMinutes()
                        + " minutes (it is " + streams.state() + "); see its log for the cause.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            close();
            throw new IllegalStateException("interrupted while starting", e);
        }
    }

    @Override
    public void close() {
        // Streams stays a member of its group by default, and whoever takes over would wait for the session to end.
        streams.close(CloseOptions.groupMembershipOperation(GroupMembershipOperation.LEAVE_GROUP)
                .withTimeout(Duration.ofSeconds(30)));
        post.close();
        memory.close();
    }
}
