package dev.odradek.topics.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.NewItem;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("Our own way to write and read records")
class CodecTest {
    /** Replaces single bytes of good records: quotes, braces, digits, white space, escapes, half characters. */
    private static final byte[] ODD = "\"{}[],:\\ 01-.eE\n\u0000nt\u007f\u00e4".getBytes(UTF_8);

    private static final Codec<CommandRecord> CODEC =
            new Codec<>(CommandRecord.class, new Shapes(Json.mapper()), Json.mapper());

    static Stream<String> names() {
        return GoldenRecords.all().keySet().stream();
    }

    @ParameterizedTest(name = "{0} is written as Jackson writes it")
    @MethodSource("names")
    void writesAsJackson(String name) {
        writesAsJackson(GoldenRecords.all().get(name));
    }

    private static <T> void writesAsJackson(GoldenRecords.Golden<T> golden) {
        Class<T> type = golden.format().type();
        JsonOut out = new JsonOut();

        new Shapes(Json.mapper()).of(type).write(out, golden.record());

        assertThat(new String(out.toBytes(), UTF_8))
                .isEqualTo(Json.mapper().writerFor(type).writeValueAsString(golden.record()));
    }

    @ParameterizedTest(name = "{0} is read as Jackson reads it, without asking Jackson")
    @MethodSource("names")
    void readsAsJackson(String name) {
        GoldenRecords.Golden<?> golden = GoldenRecords.all().get(name);
        byte[] bytes = golden.bytes();
        JsonIn in = new JsonIn(bytes);

        Object read = new Shapes(Json.mapper()).of(golden.format().type()).read(in);

        assertThat(in.isAtEnd()).isTrue();
        assertThat(read)
                .isEqualTo(Json.mapper().readValue(bytes, golden.format().type()));
    }

    @ParameterizedTest(name = "{0} with a byte changed is what Jackson makes of it, or as wrong")
    @MethodSource("names")
    void isNoLaxerThanJackson(String name) {
        GoldenRecords.Golden<?> golden = GoldenRecords.all().get(name);
        Class<?> type = golden.format().type();
        JsonMapper mapper = Json.mapper();
        Codec<?> codec = new Codec<>(type, new Shapes(mapper), mapper);
        SplittableRandom random = new SplittableRandom(name.hashCode());
        for (int i = 0; i < 400; i++) {
            byte[] bytes = golden.bytes();
            bytes[random.nextInt(bytes.length)] = ODD[random.nextInt(ODD.length)];

            assertThat(outcome(() -> codec.read(bytes)))
                    .as(new String(bytes, UTF_8))
                    .isEqualTo(outcome(() -> mapper.readValue(bytes, type)));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain",
                "with \"quotes\" and \\ and / and \u007f",
                "\b\f\n\r\t\u0000\u001f",
                "Zwirnspule, gr\u00f6\u00dfer",
                "\u20ac \u4e2d\u6587 \ud83e\uddf5",
                "half \ud83e of one",
                "</script><script>"
            })
    void textIsWrittenAndReadAsByJackson(String text) {
        CommandRecord record = CommandRecord.of(
                "default",
                text,
                text,
                new ItemCommand.Create(
                        NewItem.of(
                                text,
                                text,
                                Json.mapper()
                                        .createObjectNode()
                                        .put(text, text)
                                        .put("n", -7)
                                        .put("big", Long.MIN_VALUE)
                                        .putNull("none")),
                        text));

        byte[] bytes = Formats.COMMANDS.write(record);

        assertThat(bytes).isEqualTo(Json.mapper().writerFor(CommandRecord.class).writeValueAsBytes(record));
        assertThat(outcome(() -> CODEC.read(bytes)))
                .isEqualTo(outcome(() -> Json.mapper().readValue(bytes, CommandRecord.class)));
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                1,
                -1,
                9,
                10,
                999_999_999_999_999_999L,
                1_000_000_000_000_000_000L,
                Long.MAX_VALUE,
                Long.MIN_VALUE
            })
    void numbersAreWrittenAndReadWhole(long number) {
        CommandRecord record =
                CommandRecord.of("default", "id", "key", new ItemCommand.Expire("item", "status", number));

        byte[] bytes = Formats.COMMANDS.write(record);

        assertThat(new String(bytes, UTF_8)).contains("\"epoch\":" + number + "}");
        assertThat(Formats.COMMANDS.read(bytes)).isEqualTo(record);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"n\":1}",
                "{\"n\":0,\"text\":\"plain\",\"yes\":true,\"no\":false,\"big\":12345678901}",
                "{\"n\":2147483647,\"m\":2147483648,\"l\":9223372036854775807,\"h\":9223372036854775808}",
                "{\"n\":1,\"n\":2}",
                "{\"n\":1.50,\"m\":1e3}",
                "{\"n\":-1,\"z\":-0}",
                "{\"n\":01}",
                "{\"n\":1,}",
                "{\"n\":1 }",
                "{\"n\":1",
                "{\"n\":tru}",
                "{\"n\":null,\"o\":{\"a\":[1]}}",
                "{\"gr\u00f6\u00dfe\":\"\u20ac\",\"a\":\"\\n\"}",
                "[1,2]",
                "7",
                "null"
            })
    void payloadsAreReadAsByJackson(String payload) {
        SplittableRandom random = new SplittableRandom(payload.hashCode());
        for (int i = 0; i < 200; i++) {
            byte[] value = payload.getBytes(UTF_8);
            if (i > 0) {
                value[random.nextInt(value.length)] = ODD[random.nextInt(ODD.length)];
            }
            byte[] record = patching(new String(value, UTF_8));

            assertThat(outcome(() -> CODEC.read(record)))
                    .as(new String(record, UTF_8))
                    .isEqualTo(outcome(() -> Json.mapper().readValue(record, CommandRecord.class)));
        }
    }

    @Test
    void longNamesAndTextsAreRefusedOrReadAsByJackson() {
        agrees(patching("{\"" + "n".repeat(60_000) + "\":1}"));
        agrees(patching("{\"n\":\"" + "x".repeat(1_000_001) + "\"}"));
    }

    private static void agrees(byte[] record) {
        assertThat(outcome(() -> CODEC.read(record)))
                .isEqualTo(outcome(() -> Json.mapper().readValue(record, CommandRecord.class)));
    }

    private static byte[] patching(String payload) {
        return ("{\"schema\":1,\"tenant\":\"t\",\"id\":\"i\",\"partition_key\":\"k\",\"command\":{\"type\":\"Patch\","
                        + "\"item_id\":\"i\",\"patch\":" + payload + "}}")
                .getBytes(UTF_8);
    }

    @Test
    void deepPayloadsAreRefusedAsDeepOnes() {
        String deep = "{\"a\":".repeat(450) + "1" + "}".repeat(450);
        byte[] record = patching(deep);

        assertThat(outcome(() -> Formats.COMMANDS.read(record))).asString().contains("nesting depth");
    }

    private interface Attempt {
        @Nullable Object make();
    }

    /** What came out, or that nothing did. */
    private static Object outcome(Attempt attempt) {
        try {
            return String.valueOf(attempt.make());
        } catch (RuntimeException e) {
            return "failed: " + e.getClass().getSimpleName() + " " + e.getMessage();
        }
    }
}
