package dev.odradek.statestore.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TrustTest {
    private static final String HERE = "7384";

    static Stream<Arguments> slots() {
        return Stream.of(
                arguments("a slot as far as what was told is read on from", slot(false, 100), at(HERE, 100), null),
                arguments(
                        "a slot behind what was told is read on from: twice is no harm",
                        slot(false, 40),
                        at(HERE, 100),
                        null),
                arguments("no slot keeps nothing", null, at(HERE, 100), "no replication slot"),
                arguments(
                        "a slot that fell behind has lost something",
                        slot(true, 100),
                        at(HERE, 100),
                        "fell so far behind"),
                arguments(
                        "a slot nobody has told from may be half begun",
                        slot(false, 100),
                        null,
                        "nothing says how far"),
                arguments("another database has other changes", slot(false, 100), at("9999", 100), "another one"),
                arguments(
                        "a slot beyond what was told was made by somebody else",
                        slot(false, 101),
                        at(HERE, 100),
                        "further than"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("slots")
    void decides(String rule, Slot slot, Position known, String missing) {
        var found = Trust.missing(slot, known, HERE);

        if (missing == null) {
            assertThat(found).as(rule).isEmpty();
        } else {
            assertThat(found.orElse("")).as(rule).contains(missing);
        }
    }

    private static Slot slot(boolean lost, long confirmed) {
        return new Slot(false, false, lost, confirmed);
    }

    private static Position at(String system, long lsn) {
        return Position.in(system, lsn);
    }
}
