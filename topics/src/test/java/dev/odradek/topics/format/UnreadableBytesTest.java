package dev.odradek.topics.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.odradek.topics.command.ItemCommand;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytes that are no command are refused in one line that names the reason and the place. */
class UnreadableBytesTest {
    private static final String HEAD = "\"schema\":1,\"tenant\":\"t\",\"id\":\"c\",\"partition_key\":\"k\"";
    private static final String CLAIM = "\"type\":\"Claim\",\"item_id\":\"i\",\"worker\":\"w\",\"claim_id\":\"c\"";

    static Stream<Arguments> wholeRecords() {
        return Stream.of(
                arguments("no bytes", "", "the record is empty"),
                arguments("blanks", "  ", "No content"),
                arguments("garbage", "garbage", "Unrecognized token 'garbage'"),
                arguments("half a record", "{\"schema\":1,", "Unexpected end-of-input"),
                arguments("the JSON null", "null", "the record is the JSON null"),
                arguments("a list", "[]", "from Array value"),
                arguments("a text", "\"Claim\"", "no String-argument constructor"),
                arguments("an empty object", "{}", "tenant is missing"),
                arguments("two records", "{" + HEAD + ",\"command\":{\"type\":\"Level\"}} {}", "Trailing token"),
                arguments("another record type", answer(), "id is missing"),
                arguments("a schema of the future", inSchema(2, "Level"), "its schema is 2, but this reader knows 1"),
                arguments("a command of the future", inSchema(2, "Fly"), "its schema is 2, but this reader knows 1"),
                arguments("no schema", inSchema(0, "Level"), "its schema is 0, but this reader knows 1"),
                arguments("a deep payload", patch("[".repeat(450) + "]".repeat(450)), "nesting depth (401)"));
    }

    static Stream<Arguments> commands() {
        return Stream.of(
                arguments("no command", "", "command is missing"),
                arguments("no type", ",\"command\":{}", "command: Could not resolve subtype"),
                arguments(
                        "a family for a type", ",\"command\":{\"type\":\"ItemCommand\"}", "command: Cannot construct"),
                arguments(
                        "an unknown type",
                        ",\"command\":{\"type\":\"Fly\"}",
                        "command: Could not resolve type id 'Fly'"),
                arguments("a missing field", ",\"command\":{" + CLAIM + "}", "command.axis is missing"),
                arguments("a null field", ",\"command\":{" + CLAIM + ",\"axis\":null}", "command.axis is missing"),
                arguments("a text for a number", epoch("\"7\""), "command.epoch: Cannot coerce String"),
                arguments("a fraction for a whole number", epoch("3.7"), "command.epoch: Cannot coerce Floating"),
                arguments("too large a number", epoch("99999999999999999999"), "command.epoch: Numeric value"),
                arguments("an object for a text", ",\"command\":{" + CLAIM + ",\"axis\":{}}", "command.axis: "),
                arguments("an unknown kind", fail("\"maybe\""), "command.kind: "),
                arguments("a number for a kind", fail("1"), "command.kind: "),
                arguments(
                        "a nested missing field",
                        ",\"command\":{\"type\":\"Create\",\"item\":{\"item_id\":\"i\"}}",
                        "command.item.machine is missing"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wholeRecords")
    void isNoCommand(String what, String json, String why) {
        refuses(json, why);
    }

    @ParameterizedTest(name = "a command record with {0}")
    @MethodSource("commands")
    void isNoCommandRecord(String what, String rest, String why) {
        refuses("{" + HEAD + rest + "}", why);
    }

    @Test
    void anAbsentRecordIsRefusedLikeAnEmptyOne() {
        assertThatThrownBy(() -> Formats.TIMERS.read(null))
                .isInstanceOf(UnreadableException.class)
                .hasMessage("no TimerRecord: the record is empty");
    }

    @Test
    void bytesThatAreNotUtf8AreRefused() {
        byte[] bytes = {'{', '"', (byte) 0xff, '"', ':', '1', '}'};

        assertThatThrownBy(() -> Formats.EVENTS.read(bytes))
                .isInstanceOf(UnreadableException.class)
                .hasMessageStartingWith("no EventRecord: ");
    }

    @Test
    void aBadCauseIsRefusedWithTheShapeItMustHave() {
        String json = "{\"schema\":1,\"tenant\":\"t\",\"cause\":\"1:2\",\"timer\":{\"type\":\"DueTimer\"}}";

        assertThatThrownBy(() -> Formats.TIMERS.read(bytes(json)))
                .isInstanceOf(UnreadableException.class)
                .hasMessageContaining("cause: ")
                .hasMessageContaining("a cause must read partition:offset:index, was 1:2");
    }

    @Test
    void fieldsOfANewerWriterAreSkipped() {
        String json = "{" + HEAD + ",\"new\":[1],\"command\":{" + CLAIM + ",\"axis\":\"a\",\"epoch\":3,\"newer\":{}}}";

        var read = Formats.COMMANDS.read(bytes(json));

        assertThat(read.command()).isEqualTo(new ItemCommand.Claim("i", "a", 3, "w", "c"));
    }

    private static void refuses(String json, String why) {
        assertThatThrownBy(() -> Formats.COMMANDS.read(bytes(json)))
                .isInstanceOf(UnreadableException.class)
                .hasMessageStartingWith("no CommandRecord: ")
                .hasMessageContaining(why)
                .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
    }

    private static String answer() {
        return "{\"schema\":1,\"tenant\":\"t\",\"cause\":\"0:1:2\",\"asker_id\":\"a\","
                + "\"command_id\":\"c\",\"answer\":{}}";
    }

    private static String inSchema(int schema, String type) {
        return "{" + HEAD.replace(":1,", ":" + schema + ",") + ",\"command\":{\"type\":\"" + type + "\"}}";
    }

    private static String patch(String json) {
        return "{" + HEAD + ",\"command\":{\"type\":\"Patch\",\"item_id\":\"i\",\"patch\":" + json + "}}";
    }

    private static String epoch(String json) {
        return ",\"command\":{" + CLAIM + ",\"axis\":\"a\",\"epoch\":" + json + "}";
    }

    private static String fail(String kind) {
        return ",\"command\":{\"type\":\"Fail\",\"item_id\":\"i\",\"axis\":\"a\",\"worker\":\"w\","
                + "\"token\":{\"epoch\":1,\"claim_id\":\"c\"},\"kind\":" + kind + "}";
    }

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }
}
