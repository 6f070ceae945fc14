package dev.odradek.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForecastTest {
    private final Forecast forecast = new Forecast();

    @Test
    void nothingIsForetoldFromNothing() {
        assertThat(forecast.of(List.of(0, 1))).isEmpty();
    }

    @Test
    void whatIsNotKnownLastsAsLongAsTheOthersOnAverage() {
        forecast.lasted(0, Duration.ofSeconds(10));
        forecast.lasted(1, Duration.ofSeconds(30));

        assertThat(forecast.of(List.of(0, 2, 3))).hasValue(Duration.ofSeconds(50));
    }

    @Test
    void theLastTimeCounts() {
        forecast.lasted(0, Duration.ofSeconds(10));
        forecast.lasted(0, Duration.ofSeconds(20));

        assertThat(forecast.of(List.of(0, 0))).hasValue(Duration.ofSeconds(40));
    }

    @Test
    void secondsAreSaidUntilMinutesAreEasierToRead() {
        assertThat(Forecast.inWords(Duration.ofSeconds(89))).isEqualTo("89 s");
        assertThat(Forecast.inWords(Duration.ofSeconds(150))).isEqualTo("3 min");
    }
}
