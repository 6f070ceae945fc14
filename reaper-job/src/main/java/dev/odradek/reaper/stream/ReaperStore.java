package dev.odradek.reaper.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.odradek.reaper.deadline.Armed;
import dev.odradek.reaper.deadline.Reaper;
import dev.odradek.reaper.deadline.ReaperRules;
import dev.odradek.reaper.deadline.Terms;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.event.TimerRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.UnreadableException;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The timers of one partition, and the reaper that judges them.
 *
 * <p>The topic of the timers is its changelog: a copy of what stands there, ordered by due time, and nothing else.
 */
final class ReaperStore implements StateStore {
    private static final Skipped SKIPPED = new Skipped(LoggerFactory.getLogger(ReaperStore.class), "timer");

    private final String name;
    private final Terms terms;
    private final RocksMemory memory;
    private @Nullable RocksDeadlines deadlines;
    private @Nullable Reaper reaper;

    ReaperStore(String name, Terms terms, RocksMemory memory) {
        this.name = name;
        this.terms = terms;
        this.memory = memory;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        RocksDeadlines opened = new RocksDeadlines(
                context.stateDir().toPath().resolve("rocksdb").resolve(name), memory);
        deadlines = opened;
        reaper = new Reaper(opened, terms, new ReaperRules());
        context.register(root, (slot, timer) -> restore(opened, new String(slot, UTF_8), timer));
    }

    /**
     * The reaper of a life that begins. This store may have been a standby's since the last one ended: what that reaper
     * knew of the time, of workers and of how far it had looked counts no more.
     */
    Reaper begin() {
        Reaper begun = new Reaper(requireNonNull(deadlines, "not open"), terms, new ReaperRules());
        reaper = begun;
        return begun;
    }

    Reaper reaper() {
        return requireNonNull(reaper, "not open");
    }

    /** Arms or clears a slot as its record, read at {@code nanos}, says. */
    void set(String slot, byte[] bytes, long append, long nanos, Reaper.Sender sender) {
        TimerRecord record = Formats.TIMERS.read(bytes);
        requireNonNull(deadlines, "not open").arrived(record, bytes);
        reaper().set(slot, record, append, nanos, sender);
    }

    long size() {
        return deadlines == null ? 0 : deadlines.estimate();
    }

    /**
     * Arms a timer that was written before this instance had its partition.
     *
     * <p>Only where to look for it is taken from this machine's clock: whether a lease is over is judged then.
     */
    private static void restore(RocksDeadlines deadlines, String slot, byte @Nullable [] bytes) {
        if (bytes == null) {
            deadlines.remove(slot);
            return;
        }
        try {
            TimerRecord record = Formats.TIMERS.read(bytes);
            long index = record.timer() instanceof Timer.LeaseTimer lease
                    ? System.currentTimeMillis() + lease.durationMs()
                    : record.timer() instanceof Timer.DueTimer due ? due.dueAt() : 0;
            deadlines.arrived(record, bytes);
            deadlines.put(slot, new Armed(index, 0, 0, record));
        } catch (UnreadableException e) {
            SKIPPED.record("slot", slot, e);
        }
    }

    @Override
    public void commit(Map<TopicPartition, Long> changelogOffsets) {
        if (deadlines != null) {
            deadlines.read(changelogOffsets);
        }
    }

    @Override
    public @Nullable Long committedOffset(TopicPartition partition) {
        return deadlines == null ? null : deadlines.read(partition);
    }

    /** Offsets lie among the timers they speak of: a checkpoint beside them would have to wait for a flush. */
    @Override
    @SuppressWarnings("deprecation") // It goes once every store does so; until then only those that say so are asked.
    public boolean managesOffsets() {
        return true;
    }

    @Override
    public void close() {
        if (deadlines != null) {
            deadlines.close();
            deadlines = null;
            reaper = null;
        }
    }

    @Override
    public boolean persistent() {
        return true;
    }

    @Override
    public boolean isOpen() {
        return deadlines != null;
    }
}
