package dev.odradek.topics.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Half a character is found wherever our mapper has written it. */
class WholeTextTest {
    @ParameterizedTest(name = "{0} is whole")
    @ValueSource(
            strings = {
                "{}",
                "{\"a\":\"Zürich 東京 😀\",\"😀\":1}",
                "{\"a\":\"\\ud83d\\ude00\"}",
                "{\"a\":\"\\u0000\\n\\\"\\\\\"}",
                "{\"a\":\"C:\\\\ud83d\"}"
            })
    void whole(String json) {
        assertThat(WholeText.isWhole(Json.bytes(Json.parse(json)))).isTrue();
    }

    @ParameterizedTest(name = "{0} is not")
    @ValueSource(
            strings = {
                "{\"a\":\"\\ud83d\"}",
                "{\"a\":\"x\\uDE00y\"}",
                "{\"a\":\"\\ude00\\ud83d\"}",
                "{\"a\":{\"b\":[\"\\\\\\ud83dx\"]}}",
                "{\"\\ud83d\":1}"
            })
    void half(String json) {
        assertThat(WholeText.isWhole(Json.bytes(Json.parse(json)))).isFalse();
    }

    @Test
    void aPairIsWholeWhereverInALongTextItStands() {
        for (int before = 0; before < 20_000; before += 97) {
            String text = "x".repeat(before) + "😀";

            assertThat(WholeText.isWhole(Json.bytes(text)))
                    .as("after %d", before)
                    .isTrue();
        }
    }

    @Test
    void whatIsBrokenIsMendedAndTheRestIsLeftAlone() {
        assertThat(WholeText.mended("a\uD83Db 😀")).isEqualTo("a\uFFFDb 😀");
        assertThat(WholeText.isWhole("a\uD83D")).isFalse();
        assertThat(WholeText.isWhole("a 😀")).isTrue();
    }
}
