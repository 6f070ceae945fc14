package dev.odradek.reaper.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.reaper.deadline.Deadlines.Entry;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Timers on disk: by slot, by index and by incarnation, always in step with each other.
 *
 * <p>Each is filed once by index: under its own, or under an earlier one that it had before. One that moves to later
 * stays filed where it is, until somebody looks there.
 */
final class TimerRows implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TimerRows.class);

    /** How many timers are written together: what is in memory for it stays small. */
    private static final int AT_ONCE = 512;

    private final TimerDatabase db;
    /** Where those are filed that no incarnation holds: to be replaced they need not be looked up. */
    private final Filed filed;
    /** What is filed before it, and not hidden, is filed under its own index. */
    private byte[] position = TimerKeys.firstDue(0);
    /** Nobody may stay filed up to here under another index than its own: it has been looked through. */
    private long passed = -1;

    /** What stands in a slot: where it is filed, and whose silence ends it. */
    private record Before(long filed, @Nullable String incarnation, boolean isKnown) {
        static final Before NOTHING = new Before(Filed.UNKNOWN, null, false);

        static Before of(byte @Nullable [] row) {
            return row == null ? NOTHING : new Before(ArmedBytes.filed(row), ArmedBytes.incarnation(row), false);
        }
    }

    /** What is to be written together. */
    private interface Change {
        void addTo(WriteBatch batch) throws RocksDBException;
    }

    TimerRows(Path dir, RocksMemory memory) {
        this.db = new TimerDatabase(dir, memory);
        this.filed = new Filed(memory);
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
        List<Before> before = before(slots);
        change(batch -> {
            for (int i = 0; i < slots.size(); i++) {
                if (i < values.size()) {
                    put(batch, slots.get(i), before.get(i), values.get(i));
                } else {
                    delete(batch, slots.get(i), before.get(i));
                }
            }
        });
        slots.clear();
        values.clear();
    }

    /** What stands in these slots: only those of which nothing is known are looked up. */
    private List<Before> before(List<byte[]> slots) {
        List<Before> found = new ArrayList<>(slots.size());
        List<byte[]> unknown = new ArrayList<>();
        for (byte[] slot : slots) {
            long at = filed.find(slot, TimerKeys.NAME);
            if (at == Filed.UNKNOWN) {
                unknown.add(slot);
            }
            found.add(at == Filed.UNKNOWN ? Before.NOTHING : new Before(at, null, true));
        }
        if (!unknown.isEmpty()) {
            Iterator<byte @Nullable []> rows = db.get(unknown).iterator();
            found.replaceAll(each -> each.isKnown() ? each : Before.of(rows.next()));
        }
        return found;
    }

    /** It stays filed where it is if that is not too late, nor where nobody looks any more. */
    private void put(WriteBatch batch, byte[] slot, Before before, byte[] row) throws RocksDBException {
        long index = ArmedBytes.index(row);
        boolean stays = before.filed() == index || (before.filed() > passed && before.filed() < index);
        long at = stays ? before.filed() : index;
        if (!stays) {
            unfile(batch, slot, before);
            batch.put(TimerKeys.due(index, slot, TimerKeys.NAME), TimerKeys.NOTHING);
        }
        ArmedBytes.file(row, at);
        batch.put(slot, row);
        String incarnation = ArmedBytes.incarnation(row);
        if (!Objects.equals(incarnation, before.incarnation())) {
            unhold(batch, slot, before);
            if (incarnation != null) {
                batch.put(TimerKeys.held(incarnation, slot, TimerKeys.NAME), TimerKeys.NOTHING);
            }
        }
        if (incarnation != null) {
            forget(slot, before);
        } else if (!stays || !before.isKnown()) {
            filed.put(slot, TimerKeys.NAME, at);
        }
    }

    private void delete(WriteBatch batch, byte[] slot, Before before) throws RocksDBException {
        if (before.filed() != Filed.UNKNOWN) {
            unfile(batch, slot, before);
            unhold(batch, slot, before);
            batch.delete(slot);
            forget(slot, before);
        }
    }

    private static void unfile(WriteBatch batch, byte[] slot, Before before) throws RocksDBException {
        if (before.filed() != Filed.UNKNOWN) {
            batch.delete(TimerKeys.due(before.filed(), slot, TimerKeys.NAME));
        }
    }

    private static void unhold(WriteBatch batch, byte[] slot, Before before) throws RocksDBException {
        if (before.incarnation() != null) {
            batch.delete(TimerKeys.held(before.incarnation(), slot, TimerKeys.NAME));
        }
    }

    private void forget(byte[] slot, Before before) {
        if (before.isKnown()) {
            filed.remove(slot, TimerKeys.NAME);
        }
    }

    private void change(Change change) {
        boolean isWritten = false;
        try (WriteBatch batch = new WriteBatch()) {
            change.addTo(batch);
            db.write(batch);
            isWritten = true;
        } catch (RocksDBException e) {
            throw TimerDatabase.broken(e);
        } finally {
            if (!isWritten) {
                // It says where they would be now.
                filed.clear();
            }
        }
    }

    /**
     * Files those under their own index that stand under an earlier one, up to an index, so many at a time.
     *
     * <p>Who is hidden is passed by: whatever hides it files it anew when it is written, or deletes it.
     *
     * @return up to where everybody who is not hidden stands under its own index
     */
    long settle(long until, int most, Predicate<String> isHidden) {
        byte[] end = TimerKeys.afterDue(until);
        if (Arrays.compareUnsigned(position, end) >= 0) {
            return until;
        }
        List<byte[]> met = new ArrayList<>();
        db.scan(position, end, key -> {
            met.add(key);
            return met.size() < most;
        });
        boolean isAll = met.size() < most;
        byte[] next = isAll ? end : TimerKeys.after(met.get(most - 1));
        passed = isAll ? until : TimerKeys.index(next);
        met.removeIf(key -> isHidden.test(TimerKeys.text(key, TimerKeys.DUE_NAME)));
        if (!met.isEmpty()) {
            fileAnew(met);
        }
        position = next;
        return isAll ? until : passed - 1;
    }

    private void fileAnew(List<byte[]> met) {
        List<byte[]> slots = met.stream().map(TimerKeys::slot).toList();
        List<byte @Nullable []> rows = db.get(slots);
        change(batch -> {
            for (int i = 0; i < met.size(); i++) {
                long at = TimerKeys.index(met.get(i));
                byte[] row = rows.get(i);
                if (row == null || ArmedBytes.filed(row) != at) {
                    // It ought not to be; but to stop at it would stop all timers of the partition, at each start anew.
                    LOG.atError()
                            .addKeyValue("slot", TimerKeys.text(slots.get(i), TimerKeys.NAME))
                            .log("an entry by time without its timer is taken out");
                    batch.delete(met.get(i));
                    continue;
                }
                if (ArmedBytes.index(row) != at) {
                    put(batch, slots.get(i), Before.of(row), row);
                }
            }
        });
    }

    /** Nobody who is not hidden and has an index from one on has it before this. */
    long next(long from, Predicate<String> isHidden) {
        byte[] first = TimerKeys.firstDue(from);
        long[] found = {Long.MAX_VALUE};
        // Who is not yet settled may stand before it.
        byte[] start = Arrays.compareUnsigned(position, first) < 0 ? position : first;
        db.scan(start, TimerKeys.afterDue(Long.MAX_VALUE), key -> {
            if (isHidden.test(TimerKeys.text(key, TimerKeys.DUE_NAME))) {
                return true;
            }
            found[0] = Math.max(from, TimerKeys.index(key));
            return false;
        });
        return found[0];
    }

    /** The first that are not hidden with an index from one to another, both included and settled, in order. */
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
        change(batch -> {
            for (Map.Entry<TopicPartition, Long> each : offsets.entrySet()) {
                byte[] offset =
                        ByteBuffer.allocate(Long.BYTES).putLong(each.getValue()).array();
                batch.put(TimerKeys.read(each.getKey()), offset);
            }
        });
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
        filed.close();
        db.close();
    }
}
