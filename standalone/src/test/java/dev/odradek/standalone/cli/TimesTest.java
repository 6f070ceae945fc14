package dev.odradek.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.format.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimesTest {
    @ParameterizedTest(name = "{0} s ago is {1}")
    @CsvSource({"-5, 0s", "0, 0s", "59, 59s", "60, 1m", "3599, 59m", "3600, 1h", "172799, 47h", "172800, 2d"})
    void agesAreInTheirLargestUnit(long seconds, String age) {
        long now = 1_700_000_000_000L;

        assertThat(Times.age(Json.parse(Long.toString(now - seconds * 1000)), now))
                .isEqualTo(age);
    }

    @ParameterizedTest
    @CsvSource({"1700000000000, 22:13:20Z", "1699900000000, 2023-11-13"})
    void todaysTimesAreShort(String millis, String text) {
        assertThat(Times.brief(Json.parse(millis), 1_700_000_100_000L)).isEqualTo(text);
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({"0.0, 0", "0.2, 0.2", "9.96, 10.0", "10.4, 10", "1234.4, 1234"})
    void ratesHaveAsManyDigitsAsTheyMean(String rate, String text) {
        assertThat(Times.rate(Json.parse(rate))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"1700000000000, 2023-11-14T22:13:20.000Z", "1700000000120, 2023-11-14T22:13:20.120Z"})
    void exactTimesAreAlwaysAsWide(String millis, String text) {
        assertThat(Times.exactly(Json.parse(millis))).isEqualTo(text);
    }
}
