package dev.odradek.statestore.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Rows that go to disk late")
class LateStoreTest {
    private static final int ROW = 1_000;
    private static final long MOST = 40 * ROW;

    private final KeyValueStore<Bytes, byte[]> disk =
            Stores.persistentKeyValueStore("rows").get();

    private final LateStore rows = new LateStore(disk, new RowMemory(MOST));

    @TempDir
    private Path dir;

    private @Nullable StateStoreContext context;

    @BeforeEach
    void open() {
        if (context == null) {
            context =
                    new MockProcessorContext<>(new Properties(), new TaskId(0, 0), dir.toFile()).getStateStoreContext();
        }
        rows.init(context, rows);
    }

    @AfterEach
    void close() {
        rows.close();
    }

    @Test
    @DisplayName("are read at once, and written when Streams stores how far the disk has come")
    void committed() {
        rows.put(key("a"), bytes("1"));
        rows.put(key("b"), bytes("2"));
        rows.put(key("b"), null);
        assertThat(rows.get(key("a"))).isEqualTo(bytes("1"));
        assertThat(rows.get(key("b"))).isNull();
        assertThat(onDisk()).isEmpty();

        rows.commit(Map.of());
        assertThat(onDisk()).containsExactly(Map.entry("a", "1"));
        assertThat(gathered(rows.all())).containsExactly(Map.entry("a", "1"));
    }

    @Test
    @DisplayName("that are gone while the disk still has them are gone to readers, and at last on disk")
    void gone() {
        rows.put(key("a"), bytes("1"));
        rows.commit(Map.of());
        rows.put(key("a"), null);
        assertThat(rows.get(key("a"))).isNull();
        assertThat(gathered(rows.all())).isEmpty();
        assertThat(onDisk()).containsExactly(Map.entry("a", "1"));

        rows.commit(Map.of());
        assertThat(onDisk()).isEmpty();
    }

    @Test
    @DisplayName("are written once others have taken their place, and no more of them wait than fit")
    void bounded() {
        for (int i = 0; i < 400; i++) {
            rows.put(key("row" + i), Noise.row(ROW, i));
            assertThat(i + 1 - onDisk().size()).isLessThanOrEqualTo((int) (MOST / ROW));
        }
        assertThat(onDisk()).containsKey("row0").doesNotContainKey("row399");
    }

    @Test
    @DisplayName("that keep changing are never written, whatever comes and goes beside them")
    void keptBack() {
        for (int i = 0; i < 400; i++) {
            rows.put(key("row" + i), Noise.row(ROW, i));
            rows.put(key("busy"), bytes("v" + i));
        }
        assertThat(onDisk()).hasSizeGreaterThan(300).doesNotContainKey("busy");
    }

    @Test
    @DisplayName("leave little by little: no change has to wait for all of them")
    void smoothly() {
        int most = 0;
        for (int i = 0; i < 400; i++) {
            int before = onDisk().size();
            rows.putAll(List.of(KeyValue.pair(key("row" + i), Noise.row(ROW, i))));
            most = Math.max(most, onDisk().size() - before);
        }
        assertThat(most).isBetween(1, 6);
    }

    @Test
    @DisplayName("that could not be written are written the next time")
    void tried() {
        rows.put(key("a"), bytes("1"));
        rows.commit(Map.of());
        rows.put(key("b"), bytes("2"));
        disk.close();
        assertThatThrownBy(() -> rows.commit(Map.of())).isInstanceOf(RuntimeException.class);

        open();
        rows.commit(Map.of());
        assertThat(onDisk()).containsEntry("b", "2");
    }

    @Test
    @DisplayName("are forgotten when the store is closed without a commit, and it can be opened again")
    void forgotten() {
        rows.put(key("a"), bytes("1"));
        rows.close();
        open();
        assertThat(rows.get(key("a"))).isNull();
        rows.put(key("b"), bytes("2"));
        rows.commit(Map.of());
        rows.close();
        open();
        assertThat(onDisk()).containsExactly(Map.entry("b", "2"));
        assertThat(rows.get(key("b"))).isEqualTo(bytes("2"));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    @DisplayName("are found, and in every scan, as if all were in one place")
    void found(long seed) {
        Random random = new Random(seed);
        TreeMap<String, String> model = new TreeMap<>();
        for (int step = 0; step < 3_000; step++) {
            String name = (random.nextBoolean() ? "item/" : "queue/") + random.nextInt(120);
            String value = "v" + step + "x".repeat(random.nextInt(ROW));
            boolean gone = random.nextInt(4) == 0;
            rows.put(key(name), gone ? null : bytes(value));
            model.compute(name, (same, before) -> gone ? null : value);
            if (random.nextInt(500) == 0) {
                rows.commit(Map.of());
                assertThat(onDisk()).isEqualTo(model);
            }
            String asked = "item/" + random.nextInt(120);
            String expected = model.get(asked);
            assertThat(rows.get(key(asked))).isEqualTo(expected == null ? null : bytes(expected));
            if (step % 10 == 0) {
                assertThat(gathered(rows.all())).isEqualTo(model);
                assertThat(scan(rows.range(key(asked), key("queue/5"))))
                        .isEqualTo(model.subMap(asked, true, "queue/5", true));
                assertThat(scan(rows.prefixScan("queue/", new StringSerializer())))
                        .isEqualTo(model.tailMap("queue/"));
            }
        }
    }

    @Test
    @DisplayName("are scanned in pieces, however many wait: none is left out or given twice")
    void manyScanned() {
        LateStore many = new LateStore(disk, new RowMemory(8 << 20));
        TreeMap<String, String> model = new TreeMap<>();
        for (int i = 0; i < 9_000; i++) {
            // Some wait only, some lie on disk only, some on disk are older or gone.
            String name = "item/%05d".formatted(i);
            if (i % 3 > 0) {
                disk.put(key(name), bytes("old"));
            }
            if (i % 3 < 2) {
                many.put(key(name), i % 5 == 0 ? null : bytes("new" + i));
            }
            if (i % 3 == 2 || i % 5 > 0) {
                model.put(name, i % 3 == 2 ? "old" : "new" + i);
            }
        }
        disk.put(key("queue/1"), bytes("q"));
        assertThat(scan(many.prefixScan("item/", new StringSerializer()))).isEqualTo(model);
        assertThat(scan(many.range(key("item/00777"), key("item/08000"))))
                .isEqualTo(model.subMap("item/00777", true, "item/08000", true));

        model.put("queue/1", "q");
        assertThat(gathered(many.all())).isEqualTo(model);
    }

    @Test
    @DisplayName("are all given however large they are, a megabyte or so at a time")
    void large() {
        LateStore many = new LateStore(disk, new RowMemory(8 << 20));
        TreeMap<String, String> model = new TreeMap<>();
        for (int i = 0; i < 400; i++) {
            String row = i + "x".repeat(20_000);
            (i % 2 == 0 ? disk : many).put(key("payload/" + i), bytes(row));
            model.put("payload/" + i, row);
        }
        assertThat(gathered(many.all())).isEqualTo(model);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    @DisplayName("are all given to who walks slowly, but for those that change meanwhile")
    void walked(long seed) {
        Random random = new Random(seed);
        int still = 3_000;
        for (int i = 0; i < still; i++) {
            rows.put(key("still/" + i), bytes("v" + i + "x".repeat(random.nextInt(ROW))));
        }
        Map<String, Integer> given = new TreeMap<>();
        try (KeyValueIterator<Bytes, byte[]> walk = rows.all()) {
            while (walk.hasNext()) {
                given.merge(new String(walk.next().key.get(), UTF_8), 1, Integer::sum);
                // They drive the others to disk, and make the index grow and shrink.
                for (int i = 0; i < 3; i++) {
                    rows.put(key("busy/" + random.nextInt(2_000)), random.nextInt(3) == 0 ? null : bytes("b"));
                }
            }
        }
        given.keySet().removeIf(name -> name.startsWith("busy/"));
        assertThat(given).hasSize(still);
        assertThat(given.values()).allMatch(times -> times <= 2);
    }

    @Test
    @DisplayName("are not given on once the store was closed: opened again, it may have only some of them")
    void closedMeanwhile() {
        for (int i = 0; i < 3_000; i++) {
            rows.put(key("row" + i), bytes("v" + i));
        }
        KeyValueIterator<Bytes, byte[]> walk = rows.all();
        walk.next();
        rows.close();
        open();

        assertThatThrownBy(() -> walk.forEachRemaining(row -> {})).isInstanceOf(InvalidStateStoreException.class);
    }

    private Map<String, String> onDisk() {
        return scan(disk.all());
    }

    private static Map<String, String> scan(KeyValueIterator<Bytes, byte[]> found) {
        Map<String, String> all = new TreeMap<>();
        String[] last = {""};
        try (found) {
            found.forEachRemaining(row -> {
                String name = new String(row.key.get(), UTF_8);
                assertThat(name).isGreaterThan(last[0]);
                last[0] = name;
                all.put(name, new String(row.value, UTF_8));
            });
        }
        return all;
    }

    /** In no order, each once. */
    private static Map<String, String> gathered(KeyValueIterator<Bytes, byte[]> found) {
        Map<String, String> all = new TreeMap<>();
        try (found) {
            found.forEachRemaining(row -> {
                String before = all.put(new String(row.key.get(), UTF_8), new String(row.value, UTF_8));
                assertThat(before).isNull();
            });
        }
        return all;
    }

    private static Bytes key(String text) {
        return Bytes.wrap(bytes(text));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
