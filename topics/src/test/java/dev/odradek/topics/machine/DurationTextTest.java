package dev.odradek.topics.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {
    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "500ms, PT0.5S",
        "30s, PT30S",
        "5m, PT5M",
        "2h, PT2H",
        "7d, PT168H",
        "' 5 m ', PT5M",
        "0s, PT0S",
        "36500d, PT876000H",
    })
    void aNumberWithAUnitIsADuration(String text, Duration expected) {
        assertThat(DurationText.parse(text)).contains(expected);
    }

    @ParameterizedTest(name = "\"{0}\" is none")
    @ValueSource(
            strings = {"", " ", "5", "m", "5 minutes", "-5s", "1.5h", "5M", "5s 3ms", "36501d", "9999999999999s", "PT5M"
            })
    void anythingElseIsNone(String text) {
        assertThat(DurationText.parse(text)).isEmpty();
    }
}
