package dev.odradek.reaper.stream;

import dev.odradek.reaper.ReaperConfig;
import dev.odradek.reaper.deadline.Reaper;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Heartbeat;
import dev.odradek.topics.event.HeartbeatRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.UnreadableException;
import dev.odradek.topics.route.Ids;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.slf4j.LoggerFactory;

/** Hears who is there, writes the canaries, and ticks; every judgement is the {@link Reaper}'s. */
final class HeartbeatProcessor extends ContextualProcessor<byte[], byte[], Void, Void> {
    private static final Skipped SKIPPED = new Skipped(LoggerFactory.getLogger(HeartbeatProcessor.class), "heartbeat");

    private final ReaperConfig config;
    private final Post post;
    private final Questions questions;
    private final ReaperMeters meters;
    private ReaperStore store;
    private Reaper reaper;
    private int partition;
    /** When the canaries that are still on their way were written. */
    private final NavigableMap<Long, Long> written = new TreeMap<>();

    /** What was asked for and waits for the next canary. */
    private final List<Runnable> sweeps = new ArrayList<>();

    /** Marks the canaries of this life: another's prove nothing. */
    private final String life = "reaper-" + Ids.fresh();

    private long canaries;

    HeartbeatProcessor(ReaperConfig config, Post post, Questions questions, ReaperMeters meters) {
        this.config = config;
        this.post = post;
        this.questions = questions;
        this.meters = meters;
    }

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        super.init(context);
        partition = context.taskId().partition();
        store = context.getStateStore(ReaperTopology.DEADLINES);
        reaper = store.begin();
        reaper.takeOver();
        context.schedule(config.canary(), PunctuationType.WALL_CLOCK_TIME, wall -> {
            writeCanary();
            meters.size(partition, store.size(), reaper.present());
        });
        context.schedule(config.tick(), PunctuationType.WALL_CLOCK_TIME, wall -> tick());
        writeCanary();
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        HeartbeatRecord heartbeat;
        try {
            heartbeat = Formats.HEARTBEATS.read(record.value());
        } catch (UnreadableException e) {
            SKIPPED.record("partition", partition, e);
            return;
        }
        heartbeat.heartbeat().match(new Hearing(heartbeat.tenant(), record.timestamp()));
    }

    private void tick() {
        long started = System.nanoTime();
        long until = started + config.budget().toNanos();
        long taken = reaper.tick(started, () -> System.nanoTime() - until > 0, post.from(partition));
        meters.ticked(System.nanoTime() - started, taken);
        questions.answer(partition, reaper);
        // One out of turn at a time: while the broker is away they would only pile up.
        if (reaper.wantsCanary() && written.isEmpty()) {
            writeCanary();
        }
    }

    private void writeCanary() {
        written.put(canaries, System.nanoTime());
        post.canary(partition, life, canaries++);
    }

    private void hear(Heartbeat.Canary canary, long append) {
        if (!canary.writer().equals(life)) {
            return;
        }
        // Those before it were lost on the way.
        written.headMap(canary.seq()).clear();
        Long at = written.remove(canary.seq());
        boolean wanted = reaper.wantsCanary();
        if (at != null && reaper.canary(append, at, System.nanoTime())) {
            meters.grace();
        }
        sweeps.forEach(Runnable::run);
        sweeps.clear();
        if (wanted) {
            tick();
        }
    }

    /** Takes back all that is over now, and says how much it was. */
    private void sweep(String tenant, Heartbeat.Sweep wish, long offset) {
        long taken = reaper.tick(System.nanoTime(), () -> false, post.from(partition));
        meters.ticked(0, taken);
        post.answer(tenant, partition, offset, wish, new Answer.Reaped(partition, taken));
    }

    /** What a heartbeat of this tenant, appended then, means. */
    private final class Hearing implements Heartbeat.Cases<Boolean> {
        private final String tenant;
        private final long append;

        Hearing(String tenant, long append) {
            this.tenant = tenant;
            this.append = append;
        }

        @Override
        public Boolean presence(Heartbeat.Presence h) {
            reaper.present(tenant, h, append);
            return true;
        }

        @Override
        public Boolean canary(Heartbeat.Canary h) {
            hear(h, append);
            return true;
        }

        @Override
        public Boolean sweep(Heartbeat.Sweep h) {
            long offset = context().recordMetadata().orElseThrow().offset();
            // A fresh canary proves what is over up to now.
            sweeps.add(() -> HeartbeatProcessor.this.sweep(tenant, h, offset));
            writeCanary();
            return true;
        }
    }

    @Override
    public void close() {
        meters.forget(partition);
    }
}
