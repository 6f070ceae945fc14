package dev.odradek.reaper.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.reaper.deadline.Armed;
import dev.odradek.reaper.deadline.Deadlines.Entry;
import dev.odradek.reaper.deadline.MemoryDeadlines;
import dev.odradek.reaper.deadline.Reaper;
import dev.odradek.reaper.deadline.Terms;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Expire;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.event.TimerRecord;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

@DisplayName("Timers on disk")
class RocksDeadlinesTest {
    private static final TopicPartition TIMERS = new TopicPartition("timers", 0);

    @TempDir
    Path dir;

    private final RocksMemory memory = new RocksMemory(16 << 20);

    @Test
    @DisplayName("answer whatever timers in memory answer, after any history")
    void likeInMemory() {
        Random random = new Random(7);
        MemoryDeadlines expected = new MemoryDeadlines();
        try (RocksDeadlines found = new RocksDeadlines(dir, memory)) {
            for (int step = 0; step < 1_500; step++) {
                String slot = "t/item-" + random.nextInt(80) + "/status";
                if (random.nextInt(4) == 0) {
                    expected.remove(slot);
                    found.remove(slot);
                } else {
                    Armed armed = armed(random.nextInt(1_000), random.nextInt(5), step);
                    expected.put(slot, armed);
                    found.put(slot, armed);
                }
                long from = random.nextInt(900);
                int most = 1 + random.nextInt(20);
                String who = "i" + random.nextInt(5);
                String after = random.nextBoolean() ? "" : "t/item-" + random.nextInt(80) + "/status";

                assertThat(found.get(slot)).isEqualTo(expected.get(slot));
                assertThat(found.due(from, from + 100, most)).isEqualTo(expected.due(from, from + 100, most));
                assertThat(found.heldBy(who, after, most)).isEqualTo(expected.heldBy(who, after, most));
                assertThat(found.incarnations()).isEqualTo(expected.incarnations());
            }
            assertThat(found.due(0, Long.MAX_VALUE, 1_000)).isEqualTo(expected.due(0, Long.MAX_VALUE, 1_000));
        }
    }

    @Test
    @DisplayName("are there again after a restart, and how far they were read with them")
    void survive() {
        try (RocksDeadlines first = new RocksDeadlines(dir, memory)) {
            first.put("t/a/status", armed(5, 1, 1));
            first.read(Map.of(TIMERS, 7L));
        }

        try (RocksDeadlines second = new RocksDeadlines(dir, memory)) {
            assertThat(second.read(TIMERS)).isEqualTo(7);
            assertThat(second.get("t/a/status")).isEqualTo(armed(5, 1, 1));
            assertThat(second.due(0, 10, 10)).isEqualTo(List.of(new Entry(5, "t/a/status")));
        }
    }

    @Test
    @DisplayName("are never fewer than the offset that a kill leaves behind says")
    void killed(@TempDir Path left) throws IOException {
        // Enough for one flush of what is in memory, too few for files to be merged away while they are copied.
        int timers = 25_000;
        try (RocksDeadlines running = new RocksDeadlines(dir, memory)) {
            for (int i = 1; i <= timers; i++) {
                running.put("t/item-" + i + "/status", armed(i, 1, 1));
                running.read(Map.of(TIMERS, (long) i));
            }
            // What a kill at this moment would leave: the files as they are, without what is only in memory.
            copy(dir, left);
        }

        try (RocksDeadlines found = new RocksDeadlines(left, memory)) {
            Long read = found.read(TIMERS);
            assertThat(read).as("some of it had reached the disk").isNotNull().isLessThan(timers);
            assertThat(LongStream.rangeClosed(1, read)
                            .filter(i -> found.get("t/item-" + i + "/status") == null)
                            .count())
                    .as("timers missing up to the offset")
                    .isZero();
        }
    }

    @Test
    @DisplayName("forget how far they were read when told so")
    void forget() {
        try (RocksDeadlines timers = new RocksDeadlines(dir, memory)) {
            timers.read(Map.of(TIMERS, 7L));
            timers.read(Map.of());

            assertThat(timers.read(TIMERS)).isNull();
        }
    }

    @Test
    @DisplayName("that move to later stay filed where they are, and are found at their own time only")
    void filedOnce() {
        try (RocksDeadlines timers = new RocksDeadlines(dir, memory)) {
            for (int move = 0; move < 10; move++) {
                written(timers, "t/later/status", armed(1_000 + move, 0, 0));
                written(timers, "t/earlier/status", armed(1_000 - move, 0, 0));
                written(timers, "t/held/status", armed(1_000 + move, move % 2, 0));
            }
        }
        TimersOnDisk found = new TimersOnDisk(dir);
        found.areInStep();
        assertThat(found.filed)
                .isEqualTo(Map.of("t/later/status", 1_000L, "t/earlier/status", 991L, "t/held/status", 1_000L));

        try (RocksDeadlines timers = new RocksDeadlines(dir, memory)) {
            assertThat(timers.next(0)).isEqualTo(991);
            assertThat(timers.due(0, 1_008, 10)).containsExactly(new Entry(991, "t/earlier/status"));
            assertThat(timers.next(1_008)).isEqualTo(1_009);
            assertThat(timers.due(1_008, 1_009, 10))
                    .containsExactly(new Entry(1_009, "t/held/status"), new Entry(1_009, "t/later/status"));
        }
    }

    @Test
    @DisplayName("are not left behind where they were filed if that was passed while memory hid them")
    void passedWhileHidden() {
        try (RocksDeadlines timers = new RocksDeadlines(dir, memory)) {
            written(timers, "t/a/status", armed(1_000, 0, 0));
            written(timers, "t/b/status", armed(1_000, 1, 0));
            timers.put("t/a/status", armed(5_000, 0, 0));
            timers.put("t/b/status", armed(5_000, 1, 0));
            assertThat(timers.due(0, 2_000, 10)).isEmpty();
            timers.incarnations();

            assertThat(timers.next(2_000)).isEqualTo(5_000);
            assertThat(timers.due(2_000, 5_000, 10))
                    .containsExactly(new Entry(5_000, "t/a/status"), new Entry(5_000, "t/b/status"));
        }
        new TimersOnDisk(dir).areInStep();
    }

    @Test
    @DisplayName("are settled a few at a time, also if many are filed at the same time")
    void settledInTurn() {
        try (RocksDeadlines timers = new RocksDeadlines(dir, memory)) {
            for (int i = 0; i < 20; i++) {
                written(timers, "t/item-" + i + "/status", armed(1_000, 0, 0));
                written(timers, "t/item-" + i + "/status", armed(3_000, 0, 0));
            }
            for (int turn = 0; turn < 6; turn++) {
                assertThat(timers.settle(2_000, 3)).isEqualTo(999);
                assertThat(timers.next(999)).as("some are not settled").isEqualTo(1_000);
            }
            assertThat(timers.settle(2_000, 3)).isEqualTo(2_000);
            assertThat(timers.next(2_000)).isEqualTo(3_000);
            assertThat(timers.due(2_000, 3_000, 100)).hasSize(20);
        }
    }

    @Test
    @DisplayName("of an earlier format are gone, and with them how far they were read: Streams reads all again")
    void earlierFormat() throws RocksDBException {
        Path store = dir.resolve("rocksdb").resolve("timers");
        try (RocksDeadlines timers = new RocksDeadlines(store, memory)) {
            written(timers, "t/a/status", armed(5, 1, 1));
            timers.read(Map.of(TIMERS, 7L));
        }
        assertThat(committed()).isEqualTo(7);
        try (Options options = new Options();
                RocksDB db = RocksDB.open(options, store.toString())) {
            db.delete(TimerKeys.format());
        }

        assertThat(committed()).isNull();
        try (RocksDeadlines timers = new RocksDeadlines(store, memory)) {
            assertThat(timers.get("t/a/status")).isNull();
            assertThat(timers.due(0, Long.MAX_VALUE, 10)).isEmpty();
            assertThat(timers.incarnations()).isEmpty();
        }
    }

    @Test
    @DisplayName("are judged by a new reaper in each life of their store, which may have been a standby's in between")
    void anew() {
        ReaperStore store = opened();
        try {
            Reaper first = store.begin();
            assertThat(store.reaper()).isSameAs(first);
            assertThat(store.begin()).isNotSameAs(first);
            assertThat(store.reaper()).isNotSameAs(first);
        } finally {
            store.close();
        }
    }

    @Test
    @DisplayName("do not stop at an entry by time that has lost its timer: it is taken out")
    void stray() throws RocksDBException {
        try (RocksDeadlines timers = new RocksDeadlines(dir, memory)) {
            written(timers, "t/a/status", armed(5, 0, 0));
        }
        try (Options options = new Options();
                RocksDB db = RocksDB.open(options, dir.toString())) {
            db.put(TimerKeys.due(4, TimerKeys.slot("t/gone/status"), TimerKeys.NAME), new byte[0]);
        }
        try (RocksDeadlines timers = new RocksDeadlines(dir, memory)) {
            timers.settle(10, 100);
            assertThat(timers.due(0, 10, 100)).containsExactly(new Entry(5, "t/a/status"));
        }
    }

    /** From where on Streams would read the topic again, as it asks a store that it has just opened. */
    private @Nullable Long committed() {
        ReaperStore store = opened();
        try {
            return store.committedOffset(TIMERS);
        } finally {
            store.close();
        }
    }

    private ReaperStore opened() {
        ReaperStore store = new ReaperStore("timers", Terms.DEFAULT, memory);
        StateStoreContext context = (StateStoreContext) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {StateStoreContext.class},
                (proxy, method, arguments) -> method.getName().equals("stateDir") ? dir.toFile() : null);
        store.init(context, store);
        return store;
    }

    /** Puts a timer, and brings it from memory to the disk. */
    private static void written(RocksDeadlines timers, String slot, Armed armed) {
        timers.put(slot, armed);
        timers.incarnations();
    }

    /** Again for as long as files come and go meanwhile: what is flushed or merged is done in the background. */
    static void copy(Path from, Path to) throws IOException {
        List<Path> files;
        do {
            for (Path file : files(to)) {
                Files.delete(file);
            }
            files = files(from);
            try {
                for (Path file : files) {
                    Files.copy(file, to.resolve(file.getFileName()));
                }
            } catch (NoSuchFileException merged) {
                files = List.of();
            }
        } while (!files.equals(files(from)));
    }

    private static List<Path> files(Path dir) throws IOException {
        try (Stream<Path> all = Files.list(dir)) {
            return all.filter(file -> !file.endsWith("LOCK")).sorted().toList();
        }
    }

    static Armed armed(long index, int who, int tries) {
        Expire expire = new Expire("a", "status", 1);
        String incarnation = who == 0 ? null : "i" + who;
        Timer timer = new Timer.LeaseTimer("w", incarnation, 10, CommandRecord.of("t", "id", "a", expire));
        return new Armed(index, 3, tries, new TimerRecord(1, "t", new Cause(0, 1, 0), timer));
    }
}
