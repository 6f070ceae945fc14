package dev.odradek.statestore.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Rows that wait for a commit")
class RowStoreTest {
    private static final long MOST = 2_000;

    private static final Comparator<String> ON_DISK =
            (a, b) -> Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8));

    /** What lies beneath, in memory here: Streams' RocksDB store is under test in the state-store's ITs. */
    private final KeyValueStore<String, byte[]> stored = Stores.keyValueStoreBuilder(
                    Stores.inMemoryKeyValueStore("rows"), Serdes.String(), Serdes.ByteArray())
            .withLoggingDisabled()
            .build();

    private final RowStore rows = new RowStore(stored, MOST);

    @BeforeEach
    void open() {
        rows.init(new MockProcessorContext<>().getStateStoreContext(), rows);
    }

    @AfterEach
    void close() {
        rows.close();
    }

    @Test
    @DisplayName("are read at once, and stored by the flush before it")
    void flushed() {
        rows.put("item/1", bytes("a"));
        rows.put("item/1", bytes("b"));
        assertThat(rows.get("item/1")).isEqualTo(bytes("b"));
        assertThat(stored.get("item/1")).isNull();

        rows.flushCache();
        assertThat(stored.get("item/1")).isEqualTo(bytes("b"));
    }

    @Test
    @DisplayName("that are gone are gone at once, and on disk after the flush")
    void gone() {
        rows.put("item/1", bytes("a"));
        rows.flushCache();
        rows.put("item/1", null);
        assertThat(rows.get("item/1")).isNull();
        assertThat(scan(rows.all())).isEmpty();
        assertThat(stored.get("item/1")).isEqualTo(bytes("a"));

        rows.flushCache();
        assertThat(stored.get("item/1")).isNull();
    }

    @Test
    @DisplayName("are stored before the commit when they are too many to wait")
    void bounded() {
        for (int i = 0; i < 100; i++) {
            rows.put("item/" + i, new byte[100]);
        }
        assertThat(stored.approximateNumEntries()).isGreaterThan(70);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    @DisplayName("are found in every scan as if all were in one place")
    void scanned(long seed) {
        Random random = new Random(seed);
        TreeMap<String, String> model = new TreeMap<>(ON_DISK);
        for (int step = 0; step < 600; step++) {
            String key = (random.nextBoolean() ? "item/" : "queue/") + letter(random) + letter(random);
            if (random.nextInt(4) == 0) {
                rows.put(key, null);
                model.remove(key);
            } else {
                rows.put(key, bytes("v" + step));
                model.put(key, "v" + step);
            }
            if (random.nextInt(25) == 0) {
                rows.flushCache();
            }
            String from = "item/" + letter(random);
            assertThat(scan(rows.all())).containsExactlyInAnyOrderEntriesOf(model);
            assertThat(scan(rows.range(from, "queue/z")))
                    .containsExactlyEntriesOf(model.subMap(from, true, "queue/z", true));
            assertThat(scan(rows.prefixScan("queue/", new StringSerializer())))
                    .containsExactlyEntriesOf(model.tailMap("queue/"));
        }
    }

    /** Also some that UTF-16 and UTF-8 put in different orders. */
    private static String letter(Random random) {
        return new String[] {"a", "b", "c", "é", "\uFF5E", "\uD83D\uDE00"}[random.nextInt(6)];
    }

    private static Map<String, String> scan(KeyValueIterator<String, byte[]> found) {
        Map<String, String> all = new LinkedHashMap<>();
        try (found) {
            found.forEachRemaining(row -> all.put(row.key, new String(row.value, UTF_8)));
        }
        return all;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
