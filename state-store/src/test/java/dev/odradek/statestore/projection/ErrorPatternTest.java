package dev.odradek.statestore.projection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Errors of one kind")
class ErrorPatternTest {
    @ParameterizedTest(name = "{0}")
    @MethodSource("errors")
    @DisplayName("are one pattern")
    void pattern(String what, String error, String pattern) {
        assertThat(ErrorPattern.of(error).pattern()).as(what).isEqualTo(pattern);
    }

    static Stream<Arguments> errors() {
        return Stream.of(
                arguments("numbers", "timed out after 3012 ms, try 4 of 5", "timed out after <n> ms, try <n> of <n>"),
                arguments("ids", "no item 7d444840-9dc0-11d1-b245-5ffdce74fad2 at deadbeef01", "no item <id> at <id>"),
                arguments("addresses", "GET https://example.org/a/b?c=1 gave 503", "GET <url> gave <n>"),
                arguments("quoted values", "unknown field \"colour\" in 'order'", "unknown field <text> in <text>"),
                arguments(
                        "the first line only",
                        "IOException: broken pipe\n\tat a.B.c(B.java:12)",
                        "IOException: broken pipe"),
                arguments("spaces", "  a   b\tc ", "a b c"),
                arguments("words that look like hex stay", "a facade decided", "a facade decided"),
                arguments("nothing", "", ""));
    }

    @Test
    @DisplayName("have one short name, and others have another")
    void names() {
        assertThat(ErrorPattern.of("no page 12")).isEqualTo(ErrorPattern.of("no page 4711"));
        assertThat(ErrorPattern.of("no page 12").failure())
                .hasSize(12)
                .isNotEqualTo(ErrorPattern.of("no").failure());
    }

    @Test
    @DisplayName("are read quickly, however long and hostile")
    void bounded() {
        assertThat(ErrorPattern.of("'".repeat(1_000_000)).pattern()).hasSizeLessThanOrEqualTo(200);
        assertThat(ErrorPattern.of("1,".repeat(1_000_000)).pattern()).hasSizeLessThanOrEqualTo(200);
    }
}
