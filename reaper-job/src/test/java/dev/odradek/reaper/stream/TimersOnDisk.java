package dev.odradek.reaper.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** What lies in the files of timers that nobody has open. */
final class TimersOnDisk {
    /** The rows by slot. */
    final Map<String, byte[]> rows = new TreeMap<>();
    /** Under which index a slot is filed. */
    final Map<String, Long> filed = new TreeMap<>();

    private final Map<String, String> held = new TreeMap<>();

    TimersOnDisk(Path dir) {
        try (Options options = new Options();
                RocksDB db = RocksDB.openReadOnly(options, dir.toString());
                RocksIterator all = db.newIterator()) {
            for (all.seekToFirst(); all.isValid(); all.next()) {
                add(all.key(), all.value());
            }
            all.status();
        } catch (RocksDBException e) {
            throw new AssertionError(e);
        }
    }

    private void add(byte[] key, byte[] value) {
        if (key[0] == 's') {
            rows.put(TimerKeys.text(key, TimerKeys.NAME), value);
        } else if (key[0] == 'd') {
            String slot = TimerKeys.text(key, TimerKeys.DUE_NAME);
            assertThat(filed.put(slot, TimerKeys.index(key)))
                    .as("where else %s is filed", slot)
                    .isNull();
        } else if (key[0] == 'h') {
            String incarnation = TimerKeys.incarnation(key);
            String slot = TimerKeys.text(key, incarnation.length() + 2);
            assertThat(held.put(slot, incarnation))
                    .as("who else holds %s", slot)
                    .isNull();
        }
    }

    /** Each timer is filed once, at or before its own index, where its row says; and it is held by whom it names. */
    void areInStep() {
        assertThat(filed.keySet()).isEqualTo(rows.keySet());
        rows.forEach((slot, row) -> {
            assertThat(filed.get(slot)).as(slot).isEqualTo(ArmedBytes.filed(row));
            assertThat(filed.get(slot)).as(slot).isLessThanOrEqualTo(ArmedBytes.index(row));
            assertThat(held.get(slot)).as(slot).isEqualTo(ArmedBytes.incarnation(row));
        });
        assertThat(rows.keySet()).containsAll(held.keySet());
    }

    /** How many are filed before their own index. */
    long early() {
        return rows.entrySet().stream()
                .filter(each -> filed.getOrDefault(each.getKey(), -1L) < ArmedBytes.index(each.getValue()))
                .count();
    }
}
