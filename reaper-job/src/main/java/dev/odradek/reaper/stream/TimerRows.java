package dev.odradek.reaper.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.reaper.deadline.Deadlines.Entry;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/** Timers on disk: by slot, by index and by incarnation, always in step with each other. */
final class TimerRows implements AutoCloseable {
    /** How many timers are written together: what is in memory for it stays small. */
    private static final int AT_ONCE = 512;

    private final TimerDatabase db;

    TimerRows(Path dir, RocksMemory memory) {
        this.db = new TimerDatabase(dir, memory);
    }

    /** The row of a slot. */
    byte @Nullable [] get(String slot) {
        return db.get(TimerKeys.slot(slot));
    }

    /** Writes these timers, empties these slots, and then says up to where each topic partition is in here. */
    void write(List<NewestTimers.Node> timers, Collection<String> cleared, Map<TopicPartition, Long> offsets) {
        List<byte[]> slots = new ArrayList<>(AT_ONCE);
        List<byte[]> values = new ArrayList<>(AT_ONCE);
        for (NewestTimers.Node timer : timers) {
            slots.add(TimerKeys.slot(timer.slot()));
            values.add(timer.row());
            if (slots.size() == AT_ONCE) {
                replace(slots, values);
            }
        }
        replace(slots, values);
        for (String slot : cleared) {
            slots.add(TimerKeys.slot(slot));
        }
        replace(slots, values);
        if (!offsets.isEmpty()) {
            read(offsets);
        }
    }

    /** Those without a value are deleted. */
    private void replace(List<byte[]> slots, List<byte[]> values) {
        if (slots.isEmpty()) {
            return;
        }
        try (WriteBatch batch = new WriteBatch()) {
            List<byte @Nullable []> known = db.get(slots);
            for (int i = 0; i < known.size(); i++) {
                byte[] slot = slots.get(i);
                byte[] before = known.get(i);
                if (before != null) {
                    unindex(batch, slot, before);
                }
                if (i < values.size()) {
                    batch.put(slot, values.get(i));
                    index(batch, slot, values.get(i));
                } else if (before != null) {
                    batch.delete(slot);
                }
            }
            db.write(batch);
        } catch (RocksDBException e) {
            throw TimerDatabase.broken(e);
        }
        slots.clear();
        values.clear();
    }

    private static void index(WriteBatch batch, byte[] slot, byte[] row) throws RocksDBException {
        batch.put(TimerKeys.due(ArmedBytes.index(row), slot, TimerKeys.NAME), TimerKeys.NOTHING);
        String incarnation = ArmedBytes.incarnation(row);
        if (incarnation != null) {
            batch.put(TimerKeys.held(incarnation, slot, TimerKeys.NAME), TimerKeys.NOTHING);
        }
    }

    private static void unindex(WriteBatch batch, byte[] slot, byte[] row) throws RocksDBException {
        batch.delete(TimerKeys.due(ArmedBytes.index(row), slot, TimerKeys.NAME));
        String incarnation = ArmedBytes.incarnation(row);
        if (incarnation != null) {
            batch.delete(TimerKeys.held(incarnation, slot, TimerKeys.NAME));
        }
    }

    /** The first that are not hidden with an index from one to another, both included, in order. */
    List<Entry> due(long from, long until, int most, Predicate<String> isHidden) {
        List<Entry> found = new ArrayList<>();
        db.scan(TimerKeys.firstDue(from), TimerKeys.afterDue(until), key -> {
            String slot = TimerKeys.text(key, TimerKeys.DUE_NAME);
            if (!isHidden.test(slot)) {
                found.add(new Entry(TimerKeys.index(key), slot));
            }
            return found.size() < most;
        });
        return found;
    }

    /** The first slots that are not hidden and that this incarnation's silence ends, after a slot. */
    List<String> heldBy(String incarnation, String after, int most, Predicate<String> isHidden) {
        List<String> found = new ArrayList<>();
        int head = TimerKeys.held(incarnation, TimerKeys.NOTHING, 0).length;
        // The zero byte follows every longer key of the same slot: it begins after the slot itself.
        byte[] from =
                TimerKeys.held(incarnation, after.isEmpty() ? TimerKeys.NOTHING : (after + "\0").getBytes(UTF_8), 0);
        db.scan(from, TimerKeys.held(incarnation, TimerKeys.LAST, 0), key -> {
            String slot = TimerKeys.text(key, head);
            if (!isHidden.test(slot)) {
                found.add(slot);
            }
            return found.size() < most;
        });
        return found;
    }

    /** Everybody whose silence would end something. */
    List<String> incarnations() {
        List<String> found = new ArrayList<>();
        byte[] from = TimerKeys.firstHeld();
        while (from.length > 0) {
            List<String> first = new ArrayList<>();
            db.scan(from, TimerKeys.afterHeld(), key -> {
                first.add(TimerKeys.incarnation(key));
                return false;
            });
            found.addAll(first);
            // Past everything this one holds, so that a million leases of one worker cost one step.
            from = first.isEmpty() ? TimerKeys.NOTHING : TimerKeys.held(first.get(0), TimerKeys.LAST, 0);
        }
        return found;
    }

    /**
     * Remembers up to where each topic partition is in here.
     *
     * <p>What is written reaches the disk in the order of its writing, so that after a crash an offset is never ahead
     * of the timers: nothing need be flushed for it, and nobody waits.
     */
    private void read(Map<TopicPartition, Long> offsets) {
        try (WriteBatch batch = new WriteBatch()) {
            for (Map.Entry<TopicPartition, Long> each : offsets.entrySet()) {
                byte[] offset =
                        ByteBuffer.allocate(Long.BYTES).putLong(each.getValue()).array();
                batch.put(TimerKeys.read(each.getKey()), offset);
            }
            db.write(batch);
        } catch (RocksDBException e) {
            throw TimerDatabase.broken(e);
        }
    }

    void forgetOffsets() {
        db.delete(TimerKeys.firstRead(), TimerKeys.afterRead());
    }

    /** Up to where a topic partition is in here. */
    @Nullable Long read(TopicPartition partition) {
        byte[] offset = db.get(TimerKeys.read(partition));
        return offset == null ? null : ByteBuffer.wrap(offset).getLong();
    }

    /** How many there are, roughly. */
    long estimate() {
        return db.estimate();
    }

    /** Brings to the disk what RocksDB still has in memory. */
    void flush(boolean wait) {
        db.flush(wait);
    }

    @Override
    public void close() {
        db.close();
    }
}
