package dev.odradek.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrintableTest {
    @ParameterizedTest(name = "{1}")
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "Zürich 東京 😀,Zürich 東京 😀",
                "`a\nb\r\tc`,a\\nb\\r\\tc",
                "red\u001b[31mred,red\\u001b[31mred",
                "a\u009bb\u2028c,a\\u009bb\\u2028c",
                "abc\u202efed,abc\\u202efed",
                "x\uD83Dy,x\\ud83dy"
            })
    void whatActsOnATerminalIsShownByItsEscape(String text, String shown) {
        assertThat(Printable.of(text)).isEqualTo(shown);
    }
}
