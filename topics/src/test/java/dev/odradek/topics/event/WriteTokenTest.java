package dev.odradek.topics.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WriteTokenTest {
    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "3:17         | 3:17",
                "3:17:2       | 3:17",
                "3:17,0:4     | 0:4,3:17",
                "0:4, 0:9,0:2 | 0:9",
            })
    void theLastOfEachPartitionCounts(String text, String token) {
        assertThat(WriteToken.parse(text)).hasToString(token).isEqualTo(WriteToken.parse(token));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "3", "3:", ":3", "a:1", "1:2,", "1:-2", "1:2:3:4", "12345678901:1"})
    void anythingElseIsRefusedWithTheShape(String text) {
        assertThatThrownBy(() -> WriteToken.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("partition:offset");
    }

    @Test
    void nothingWrittenIsNothingToWaitFor() {
        assertThat(new WriteToken(new java.util.TreeMap<>()).isEmpty()).isTrue();
    }
}
