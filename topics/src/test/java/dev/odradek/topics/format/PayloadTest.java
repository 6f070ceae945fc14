package dev.odradek.topics.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** What a user posts comes out as it went in. */
class PayloadTest {
    private static final String HEAD =
            "{\"schema\":1,\"tenant\":\"t\",\"id\":\"c\",\"partition_key\":\"k\",\"command\":";

    @ParameterizedTest(name = "{0} is kept character by character")
    @ValueSource(
            strings = {
                "{}",
                "{\"a\":{},\"b\":[],\"c\":[{}],\"d\":{\"e\":{}}}",
                "{\"a\":null,\"b\":[null],\"c\":{\"d\":null}}",
                "{\"z\":1,\"a\":2,\"m\":3}",
                "{\"a\":1.10,\"b\":100.00,\"c\":0.1000000000000000055511151231257827}",
                "{\"a\":123456789012345678901234567890,\"b\":-9223372036854775808}",
                "{\"a\":12345678901234567890.0,\"b\":1E-7,\"c\":1E+400}",
                "{\"a\":\"Zürich 東京 \uD83D\uDE00\",\"\uD83D\uDE00\":true}",
                "{\"a\":\"\\u0000\\n\\\"\\\\\"}",
                "{\"type\":\"Claim\",\"schema\":9}",
                "[1,\"two\",false]",
                "\"a text\"",
            })
    void payloadIsKept(String json) {
        String record = HEAD + "{\"type\":\"Patch\",\"item_id\":\"i\",\"patch\":" + json + "}}";

        CommandRecord read = Formats.COMMANDS.read(bytes(record));

        assertThat(text(Formats.COMMANDS.write(read))).isEqualTo(record);
        assertThat(Formats.COMMANDS.read(Formats.COMMANDS.write(read))).isEqualTo(read);
    }

    @Test
    void aNumberWrittenInAnotherWayIsTheSameEverAfter() {
        CommandRecord read = patched("{\"a\":1e5,\"b\":-0.0}");

        byte[] once = Formats.COMMANDS.write(read);

        assertThat(text(once)).contains("{\"a\":1E+5,\"b\":0.0}");
        assertThat(Formats.COMMANDS.write(Formats.COMMANDS.read(once))).isEqualTo(once);
    }

    @Test
    void halfACharacterCanBeReadAndWritten() {
        CommandRecord read = patched("{\"a\":\"x\\uD83Dy\"}");

        byte[] once = Formats.COMMANDS.write(read);

        assertThat(Formats.COMMANDS.read(once)).isEqualTo(read);
    }

    @Test
    void aNullPayloadIsNoPayload() {
        String record = HEAD + "{\"type\":\"Create\",\"item\":{\"item_id\":\"i\",\"machine\":\"m\",\"payload\":null}}}";

        CommandRecord read = Formats.COMMANDS.read(bytes(record));

        assertThat(read.command()).isEqualTo(new ItemCommand.Create(NewItem.of("i", "m", Json.parse("{}")), null));
    }

    @Test
    void aNullPatchIsNoPatch() {
        String record =
                HEAD + "{\"type\":\"Transition\",\"item_id\":\"i\",\"axis\":\"a\",\"to\":\"b\",\"patch\":null}}";

        CommandRecord read = Formats.COMMANDS.read(bytes(record));

        assertThat(read.command()).isEqualTo(new ItemCommand.Transition("i", "a", "b", null));
    }

    @Test
    void theDeepestReadableCommandCanBeWrappedInAnyOutput() {
        NewItem item = NewItem.of("i", "m", Json.parse(nested(397)));
        CommandRecord deepest = CommandRecord.of("t", "c", "k", new ItemCommand.Create(item, null));

        CommandRecord read = Formats.COMMANDS.read(Formats.COMMANDS.write(deepest));
        EventRecord parked = new EventRecord(1, "t", "i", new Cause(0, 0, 0), "c", 0, new Event.Parked(read, 1));

        assertThat(Formats.EVENTS.read(Formats.EVENTS.write(parked))).isEqualTo(parked);
    }

    @Test
    void aDeeperCommandIsNotEvenWritten() {
        NewItem item = NewItem.of("i", "m", Json.parse(nested(398)));
        CommandRecord tooDeep = CommandRecord.of("t", "c", "k", new ItemCommand.Create(item, null));

        assertThatThrownBy(() -> Formats.COMMANDS.write(tooDeep)).isInstanceOf(JacksonException.class);
    }

    @Test
    void equalRecordsAreEqualBytes() {
        JsonNode one = Json.parse("{\"a\": 1.10, \"b\": [1, 2]}");
        JsonNode two = Json.parse("{\"a\":1.10,\"b\":[1,2]}");

        assertThat(one).isEqualTo(two);
        assertThat(Json.bytes(one)).isEqualTo(Json.bytes(two));
    }

    private static CommandRecord patched(String json) {
        return Formats.COMMANDS.read(bytes(HEAD + "{\"type\":\"Patch\",\"item_id\":\"i\",\"patch\":" + json + "}}"));
    }

    private static String nested(int depth) {
        return "[".repeat(depth) + "]".repeat(depth);
    }

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
