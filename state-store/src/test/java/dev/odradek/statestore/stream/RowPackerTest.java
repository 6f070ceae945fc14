package dev.odradek.statestore.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Rows in short")
class RowPackerTest {
    private static final String ITEM = """
            {"id":"%1$s","machine":"circle","version":1,"partition_key":"%1$s","origin":"d-%2$s","created_at":%3$d,\
            "updated_at":%4$d,"payload_version":1,"payload":{"source":"https://example.org","n":%5$d},\
            "axes":{"status":{"state":"waiting","epoch":1,"attempts":0,"wakeup":{"type":"Dispatched",\
            "queue":"circle","lane":"normal","redispatch_at":%6$d}}},"recent":[]}""";

    private record Packed(byte[] key, byte[] row, byte[] packed) {}

    private final RowPacker packer = new RowPacker();

    @Test
    @DisplayName("take a third of their length at most once one like them has been seen")
    void items() {
        Random random = new Random(1);
        pack("item/default/item-0", item(random, "item-0"));

        for (int i = 1; i < 1_000; i++) {
            String id = "item-" + random.nextInt(10_000_000);
            Packed packed = pack("item/default/" + id, item(random, id));
            assertThat(packed.packed().length).isLessThan(packed.row().length / 3);
            assertThat(packer.unpack(packed.key(), packed.packed())).isEqualTo(packed.row());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    @DisplayName("come back as they were, whatever they are and whatever is learned after them")
    void anything(int seed) {
        Random random = new Random(seed);
        List<Packed> all = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            byte[] key = anything(random, 60).getBytes(UTF_8);
            byte[] row = anything(random, i % 50 == 0 ? 10_000 : 700).getBytes(UTF_8);
            byte[] packed = packer.pack(key, row);
            if (packed != null) {
                assertThat(packed.length).isLessThan(row.length);
                all.add(new Packed(key, row, packed));
            }
        }
        assertThat(all).hasSizeGreaterThan(1_000);
        assertThat(all)
                .allSatisfy(each ->
                        assertThat(packer.unpack(each.key(), each.packed())).isEqualTo(each.row()));
    }

    @Test
    @DisplayName("are left as they are where nothing is alike, where they are long, and where there is nothing")
    void unlike() {
        byte[] noise = new byte[5_000];
        new Random(1).nextBytes(noise);
        assertThat(packer.pack(new byte[0], noise)).isNull();
        assertThat(packer.pack(new byte[3], new byte[9_000])).isNull();
        assertThat(packer.pack(new byte[9_000], new byte[3])).isNull();
        assertThat(packer.pack(new byte[30], new byte[0])).isNull();
    }

    @Test
    @DisplayName("of one byte again and again are short")
    void runs() {
        byte[] key = "k".getBytes(UTF_8);
        byte[] row = "x".repeat(8_000).getBytes(UTF_8);
        Packed packed = pack("k", new String(row, UTF_8));
        assertThat(packed.packed().length).isLessThan(60);
        assertThat(packer.unpack(key, packed.packed())).isEqualTo(row);
    }

    private Packed pack(String key, String row) {
        byte[] packed = packer.pack(key.getBytes(UTF_8), row.getBytes(UTF_8));
        return new Packed(key.getBytes(UTF_8), row.getBytes(UTF_8), packed == null ? new byte[0] : packed);
    }

    private static String item(Random random, String id) {
        long created = 1_795_025_131_272L + random.nextInt(1_000_000);
        String origin = "%016x%016x".formatted(random.nextLong(), random.nextLong());
        return ITEM.formatted(
                id, origin, created, created + random.nextInt(1_000_000), random.nextInt(10), created + 64_800_000);
    }

    /** Words of a small language, some of them new. */
    private static String anything(Random random, int most) {
        return IntStream.range(0, random.nextInt(most / 10 + 1))
                .mapToObj(i -> random.nextInt(4) == 0
                        ? Integer.toString(random.nextInt(), 36)
                        : "wörd" + "-of-it".repeat(random.nextInt(8)))
                .collect(Collectors.joining());
    }
}
