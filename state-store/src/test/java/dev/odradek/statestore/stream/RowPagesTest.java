package dev.odradek.statestore.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Rows outside the heap")
class RowPagesTest {
    private static final int MEMORY = 1 << 20;
    private static final int PAGE = MEMORY / 32;
    private static final int ROW = 1_000;
    /** What rows have in common. */
    private static final String ALIKE = """
            {"machine":"report","axes":{"status":{"state":"waiting","epoch":1,"attempts":0,"wakeup":\
            {"type":"Dispatched","queue":"fetch","lane":"normal","redispatch_at":1795089931272}}},"n":""";
    /** Twice as many as there is memory for as they are. */
    private static final int MANY_ALIKE = 2 * MEMORY / RowPage.size(new byte[8], ALIKE.getBytes(UTF_8));

    private final Map<String, String> disk = new HashMap<>();
    private boolean diskFails;
    private final RowPages rows = new RowPages(new RowMemory(MEMORY), this::write);

    @ParameterizedTest
    @ValueSource(ints = {50, 600, 900, 2_000})
    @DisplayName("are there or on disk in their newest version, however many of them there are")
    void newest(int many) {
        Random random = new Random(many);
        Map<String, String> model = new HashMap<>();
        for (int step = 0; step < 20_000; step++) {
            String name = "row" + random.nextInt(many);
            String value = step + "x".repeat(random.nextInt(ROW));
            boolean gone = random.nextInt(5) == 0;
            assertThat(rows.put(key(name), gone ? Layer.GONE : value.getBytes(UTF_8)))
                    .isTrue();
            model.compute(name, (same, before) -> gone ? null : value);
            String asked = "row" + random.nextInt(many);
            assertThat(read(asked)).isEqualTo(model.get(asked));
        }
        Map<String, String> all = new HashMap<>(disk);
        rows.first(Integer.MAX_VALUE, new byte[0], key -> true)
                .forEach((key, row) -> put(all, key, Layer.present(row)));
        assertThat(all).isEqualTo(model);

        rows.writeAll();
        assertThat(disk).isEqualTo(model);
        assertThat(rows.get(key("row1"))).isNull();
        assertThat(rows.bytes()).isZero();
    }

    @Test
    @DisplayName("take little memory while few of them change, and never go to disk, however often they do")
    void few() {
        for (int step = 0; step < 100_000; step++) {
            rows.put(key("row" + step % 100), Noise.row(ROW, step));
        }
        assertThat(rows.bytes()).isBetween(4L * PAGE, 8L * PAGE);
        assertThat(disk.keySet()).isEmpty();
    }

    @Test
    @DisplayName(
            "take at most twice as much memory as they are long, though each changes several times before it stays")
    void settling() {
        int live = 0;
        for (int i = 0; live < MEMORY / 3; i++) {
            // As items do that go from stage to stage, many at a time.
            for (int stage = 0; stage < 4; stage++) {
                rows.put(key("row" + Math.max(0, i - 20 * stage)), new byte[ROW]);
            }
            live += RowPage.size(new byte[8], new byte[ROW]);
        }
        assertThat(rows.bytes()).isLessThanOrEqualTo(2L * live);
        assertThat(disk.keySet()).isEmpty();
    }

    @Test
    @DisplayName("that fill three quarters of the memory and change at random stay there")
    void uniform() {
        byte[] row = new byte[100];
        int many = MEMORY * 3 / 4 / RowPage.size(new byte[8], row);
        Random random = new Random(1);
        for (int step = 0; step < 500_000; step++) {
            rows.put(key("row" + (10_000 + random.nextInt(many))), row);
        }
        assertThat(disk.keySet()).isEmpty();
        assertThat(rows.bytes()).isLessThanOrEqualTo(MEMORY);
    }

    @Test
    @DisplayName(
            "that have most in common with others fit in a third of what they are long, those that lie for a while")
    void alike() {
        Map<String, String> model = new HashMap<>();
        Random random = new Random(1);
        for (int step = 0; step < 20 * MANY_ALIKE; step++) {
            String name = "row" + (10_000 + random.nextInt(MANY_ALIKE));
            String value = ALIKE + step + name;
            rows.put(key(name), value.getBytes(UTF_8));
            model.put(name, value);
        }
        assertThat(disk.keySet()).isEmpty();
        assertThat(rows.bytes()).isLessThanOrEqualTo(MEMORY);
        model.keySet().forEach(name -> assertThat(read(name)).isEqualTo(model.get(name)));
        rows.writeAll();
        assertThat(disk).isEqualTo(model);
    }

    @Test
    @DisplayName(
            "that have most in common are packed even if they never change, after others that had nothing in common")
    void alikeAfterOthers() {
        for (int i = 0; i < 3_000; i++) {
            rows.put(key("noise" + i), Noise.row(ROW, i));
        }
        disk.clear();
        for (int i = 0; i < MANY_ALIKE * 3 / 4; i++) {
            rows.put(key("row" + i), (ALIKE + i).getBytes(UTF_8));
        }
        assertThat(disk.keySet().stream().filter(name -> name.startsWith("row")).count())
                .isLessThan(MANY_ALIKE / 5);
    }

    @Test
    @DisplayName("take no more memory than they may, and leave for the disk page by page, the oldest first")
    void bounded() {
        int most = 0;
        for (int i = 0; i < 3_000; i++) {
            int before = disk.size();
            rows.put(key("row" + i), Noise.row(ROW, i));
            most = Math.max(most, disk.size() - before);
        }
        assertThat(rows.bytes()).isLessThanOrEqualTo(MEMORY);
        assertThat(most).isBetween(1, PAGE / ROW);
        assertThat(disk.keySet()).contains("row0", "row1000").doesNotContain("row2999", "row2500");
    }

    @Test
    @DisplayName("that are too large for a page are refused, and what was there before is still there")
    void large() {
        rows.put(key("a"), "1".getBytes(UTF_8));
        assertThat(rows.put(key("a"), new byte[PAGE / 4])).isFalse();
        assertThat(read("a")).isEqualTo("1");

        rows.remove(key("a"));
        assertThat(rows.get(key("a"))).isNull();
    }

    @Test
    @DisplayName("that the disk does not take stay as they are")
    void failing() {
        diskFails = true;
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 3_000; i++) {
                        rows.put(key("row" + i), Noise.row(ROW, i));
                    }
                })
                .hasMessage("full");
        assertThat(rows.get(key("row0"))).hasSize(ROW);

        diskFails = false;
        rows.put(key("last"), "1".getBytes(UTF_8));
        assertThat(disk).isNotEmpty();
        assertThat(read("last")).isEqualTo("1");
    }

    @Test
    @DisplayName("make do with the memory there is, and ask the JVM for more only once")
    void littleMemory() {
        AtomicInteger asked = new AtomicInteger();
        RowMemory little = new RowMemory(MEMORY, allocator(asked, 5));
        RowPages few = new RowPages(little, this::write);
        for (int i = 0; i < 3_000; i++) {
            assertThat(few.put(key("row" + i), Noise.row(ROW, i))).isTrue();
        }
        assertThat(asked).hasValue(6);
        assertThat(few.bytes()).isEqualTo(5L * PAGE);
        assertThat(few.get(key("row2999"))).hasSize(ROW);
        assertThat(disk.keySet()).contains("row0", "row2800");

        // Another partition finds nothing left, until this one gives back what it has.
        RowPages none = new RowPages(little, this::write);
        assertThat(none.put(key("other"), new byte[ROW])).isFalse();
        few.writeAll();
        assertThat(disk).hasSize(3_000);
        assertThat(none.put(key("other"), new byte[ROW])).isTrue();
        assertThat(asked).hasValue(6);
    }

    @Test
    @DisplayName("are found as quickly whatever their names are")
    void chosenNames() {
        // Of all these the usual hash is the same.
        List<String> names = List.of("");
        for (int i = 0; i < 12; i++) {
            names = names.stream()
                    .flatMap(name -> Stream.of(name + "Aa", name + "BB"))
                    .toList();
        }
        assertThat(names.stream().map(String::hashCode).distinct()).hasSize(1);
        RowIndex index = new RowIndex();
        assertThat(names.stream().map(name -> index.hash(name.getBytes(UTF_8))).distinct())
                .hasSizeGreaterThan(4_000);
    }

    private static IntFunction<ByteBuffer> allocator(AtomicInteger asked, int most) {
        return size -> {
            if (asked.incrementAndGet() > most) {
                throw new OutOfMemoryError("Cannot reserve direct buffer memory");
            }
            return ByteBuffer.allocateDirect(size);
        };
    }

    private void write(List<KeyValue<Bytes, byte[]>> leaving) {
        if (diskFails) {
            throw new IllegalStateException("full");
        }
        leaving.forEach(row -> put(disk, row.key, row.value));
    }

    private String read(String name) {
        byte[] row = rows.get(key(name));
        return row == null ? disk.get(name) : row == Layer.GONE ? null : new String(row, UTF_8);
    }

    private static void put(Map<String, String> into, Bytes key, byte[] row) {
        String name = new String(key.get(), UTF_8);
        if (row == null) {
            into.remove(name);
        } else {
            into.put(name, new String(row, UTF_8));
        }
    }

    private static Bytes key(String text) {
        return Bytes.wrap(text.getBytes(UTF_8));
    }
}
