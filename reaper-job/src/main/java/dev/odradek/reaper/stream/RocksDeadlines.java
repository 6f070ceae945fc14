package dev.odradek.reaper.stream;

import dev.odradek.reaper.deadline.Armed;
import dev.odradek.reaper.deadline.Deadlines;
import dev.odradek.topics.event.TimerRecord;
import dev.odradek.topics.format.Formats;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Timers of any number: the newest in memory, the others on disk, and after a crash those of the topic from the offset
 * that is on disk with them.
 *
 * <p>A timer that is overwritten or cleared within {@value #KEPT} commits hardly ever reaches the disk: only when
 * memory is full, or somebody asks for what is better looked up there. How far the topic is in here is written only
 * once everything up to there is on disk or gone.
 */
final class RocksDeadlines implements Deadlines, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RocksDeadlines.class);

    /** For how many commits a timer stays in memory. */
    static final int KEPT = 3;

    /** How many cleared slots are looked for on disk together. */
    private static final int CLEARED_TOGETHER = 256;

    /** How many rows on disk that memory knows better a scan may walk over before all is written. */
    private static final int MOST_HIDDEN = 2_000;

    /** How many are settled together if somebody asks for more than is settled. */
    private static final int SETTLED_TOGETHER = 512;

    /** How many changes a crash may make us read again, roughly, besides those of the last commits. */
    private static final int MOST_UNFLUSHED = 200_000;

    private static final Comparator<Entry> IN_ORDER =
            Comparator.comparingLong(Entry::index).thenComparing(Entry::slot);

    private final RocksMemory memory;
    private final TimerRows rows;
    private final NewestTimers newest = new NewestTimers();
    /** Slots that are empty but may not be so on disk. */
    private final Set<String> cleared = new HashSet<>();

    private final Deque<Read> unwritten = new ArrayDeque<>();
    private long generation;
    private long weight;
    private int unflushed;
    private @Nullable TimerRecord knownRecord;
    private byte[] knownBytes = new byte[0];
    private boolean arrived;

    /** Up to where the topics had been read when a generation ended. */
    private record Read(long generation, Map<TopicPartition, Long> offsets) {}

    RocksDeadlines(Path dir, RocksMemory memory) {
        this.memory = memory;
        this.rows = new TimerRows(dir, memory);
    }

    @Override
    public @Nullable Armed get(String slot) {
        NewestTimers.Node node = newest.find(slot);
        byte[] row = node != null ? node.row() : cleared.contains(slot) ? null : rows.get(slot);
        if (row == null) {
            return null;
        }
        Armed armed = ArmedBytes.read(row);
        known(armed.record(), ArmedBytes.record(row), false);
        return armed;
    }

    /** A record was read from the topic: these are its bytes, which need not be written anew when it is put. */
    void arrived(TimerRecord record, byte[] bytes) {
        known(record, bytes, true);
    }

    private void known(TimerRecord record, byte[] bytes, boolean isNews) {
        knownRecord = record;
        knownBytes = bytes;
        arrived = isNews;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // Only the very record its bytes were read for has these bytes.
    public void put(String slot, Armed armed) {
        boolean isKnown = armed.record() == knownRecord;
        byte[] record = isKnown ? knownBytes : Formats.TIMERS.write(armed.record());
        cleared.remove(slot);
        weigh(newest.put(slot, ArmedBytes.write(armed, record), generation, isKnown && arrived));
        unflushed++;
        if (memory.newestAreTooMany(weight)) {
            write(newest.oldest(-1, newest.size() / 2 + 1), Map.of());
        }
    }

    @Override
    public void remove(String slot) {
        weigh(-newest.remove(slot));
        cleared.add(slot);
        unflushed++;
        if (cleared.size() >= CLEARED_TOGETHER) {
            write(List.of(), Map.of());
        }
    }

    @Override
    public long settle(long until, int most) {
        return rows.settle(until, most, this::isHidden);
    }

    @Override
    public long next(long from) {
        long onDisk = scan(isHidden -> rows.next(from, isHidden));
        List<Entry> inMemory = newest.due(from, Long.MAX_VALUE, 1);
        return inMemory.isEmpty() ? onDisk : Math.min(onDisk, inMemory.get(0).index());
    }

    @Override
    public List<Entry> due(long from, long until, int most) {
        while (settle(until, SETTLED_TOGETHER) < until) {
            // Else some would be missing.
        }
        List<Entry> found = scan(isHidden -> rows.due(from, until, most, isHidden));
        List<Entry> inMemory = newest.due(from, until, most);
        if (inMemory.isEmpty()) {
            return found;
        }
        found.addAll(inMemory);
        found.sort(IN_ORDER);
        return found.size() > most ? new ArrayList<>(found.subList(0, most)) : found;
    }

    /** Scans the disk without what is hidden. */
    private <T> T scan(Function<Predicate<String>, T> scan) {
        int[] hidden = {0};
        T found = scan.apply(slot -> {
            boolean isHidden = isHidden(slot);
            hidden[0] += isHidden ? 1 : 0;
            return isHidden;
        });
        if (hidden[0] <= MOST_HIDDEN) {
            return found;
        }
        // Else the next scan would walk over them again.
        writeAll(Map.of());
        return scan.apply(slot -> false);
    }

    /** Memory says this slot is empty, or holds something else than it does on disk. */
    private boolean isHidden(String slot) {
        return newest.has(slot) || cleared.contains(slot);
    }

    /** Most who fall silent hold nothing; what the others hold is found on disk, in order, once it is written. */
    @Override
    public List<String> heldBy(String incarnation, String after, int most) {
        if (newest.isHeldBy(incarnation)) {
            writeAll(Map.of());
        }
        return rows.heldBy(incarnation, after, most, this::isHidden);
    }

    @Override
    public List<String> incarnations() {
        writeAll(Map.of());
        return rows.incarnations();
    }

    /**
     * Everything up to these offsets is in here; none at all, or an absent one: where to go on is not known any more.
     *
     * <p>They are written once all that was put before is on disk as well, so that after a crash an offset is never
     * ahead of the timers.
     */
    void read(Map<TopicPartition, Long> offsets) {
        if (offsets.isEmpty() || offsets.values().stream().anyMatch(Objects::isNull)) {
            unwritten.clear();
            rows.forgetOffsets();
            return;
        }
        unwritten.add(new Read(generation, offsets));
        generation++;
        List<NewestTimers.Node> old = newest.oldest(generation - 1 - KEPT, 0);
        write(old, Map.of());
        long incomplete = newest.oldestGeneration(generation);
        Map<TopicPartition, Long> complete = Map.of();
        while (!unwritten.isEmpty() && unwritten.element().generation() < incomplete) {
            complete = unwritten.remove().offsets();
        }
        if (!complete.isEmpty()) {
            write(List.of(), complete);
        }
        if (unflushed > MOST_UNFLUSHED) {
            unflushed = 0;
            rows.flush(false);
        }
    }

    /** Brings to the disk what was written, and nothing of what is kept in memory. */
    void flushRows() {
        rows.flush(true);
    }

    /** Up to where a topic partition is on disk. */
    @Nullable Long read(TopicPartition partition) {
        return rows.read(partition);
    }

    /** How many rows there are, roughly: each timer has at least two. */
    long estimate() {
        return rows.estimate() + 2L * newest.size();
    }

    private void writeAll(Map<TopicPartition, Long> offsets) {
        write(newest.oldest(-1, newest.size()), offsets);
    }

    private void write(List<NewestTimers.Node> timers, Map<TopicPartition, Long> offsets) {
        if (timers.isEmpty() && cleared.isEmpty() && offsets.isEmpty()) {
            return;
        }
        rows.write(timers, cleared, offsets);
        cleared.clear();
        timers.forEach(each -> weigh(-newest.remove(each.slot())));
    }

    private void weigh(int more) {
        weight += more;
        memory.newestGrow(more);
    }

    @Override
    public void close() {
        try {
            // The offsets that were told last: what was put since is ahead of them, which does no harm.
            writeAll(unwritten.isEmpty() ? Map.of() : unwritten.getLast().offsets());
            rows.flush(true);
        } catch (ProcessorStateException e) {
            LOG.atWarn().setCause(e).log("the newest timers are read again at the next start");
        } finally {
            // Whatever went wrong: files left open could not be opened again in this process.
            memory.newestGrow(-weight);
            rows.close();
        }
    }
}
