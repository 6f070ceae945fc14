package dev.odradek.topics.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CauseTest {
    @Test
    void causesAreOrderedByPartitionOffsetAndIndexAsNumbers() {
        List<String> ordered = Stream.of("10:0:0", "2:10:0", "2:9:10", "2:9:9", "0:999999999999:0")
                .map(Cause::parse)
                .sorted()
                .map(Cause::toString)
                .toList();

        assertThat(ordered).containsExactly("0:999999999999:0", "2:9:9", "2:9:10", "2:10:0", "10:0:0");
    }

    @Test
    void theOrderAgreesWithEquality() {
        assertThat(new Cause(1, 2, 3))
                .isEqualByComparingTo(Cause.parse("1:2:3"))
                .isEqualTo(Cause.parse("1:2:3"));
    }

    @Test
    void aCauseIsReadAsItIsWritten() {
        Cause far = new Cause(999_999_999, 999_999_999_999_999_999L, 999_999_999);

        assertThat(Cause.parse(far.toString())).isEqualTo(far);
    }

    @ParameterizedTest(name = "\"{0}\" is no cause")
    @ValueSource(
            strings = {"", "1", "1:2", "1:2:3:4", ":2:3", "1::3", "1:2:", "a:2:3", "-1:2:3", "1:2:9999999999", " 1:2:3"
            })
    void anythingElseIsNoCause(String text) {
        assertThatThrownBy(() -> Cause.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a cause must read partition:offset:index, was " + text);
    }
}
