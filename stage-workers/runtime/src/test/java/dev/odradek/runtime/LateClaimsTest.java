package dev.odradek.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LateClaimsTest {
    private static final long AFTER = 100;

    private final LateClaims late = new LateClaims(AFTER);
    private final Job first = Fixtures.job("first", "c1");
    private final Job second = Fixtures.job("second", "c2");

    @Test
    void whatTakesLongIsDueOnce() {
        late.add(first, 0);
        late.add(second, 60);

        assertThat(late.look(100)).isEqualTo(look(true, first));
        assertThat(late.look(150)).isEqualTo(look(true));
        assertThat(late.look(160)).isEqualTo(look(false, second));
        assertThat(late.look(1_000)).isEqualTo(look(false));
    }

    @Test
    void whatIsDoneIsNotClaimed() {
        late.add(first, 0);
        late.add(second, 1);
        first.takeResult();
        second.takeResult();

        assertThat(late.look(100)).isEqualTo(look(false));
    }

    @Test
    void oneLookIsOwedHoweverManyCome() {
        assertThat(late.add(first, 0)).isTrue();
        assertThat(late.nextLookIn(0)).isEqualTo(AFTER);
        assertThat(late.add(second, 10)).as("somebody looks already").isFalse();

        assertThat(late.look(100).again()).isTrue();
        assertThat(late.nextLookIn(100)).as("not one for each").isEqualTo(AFTER / 2);
        assertThat(late.look(150).again()).isFalse();
        assertThat(late.add(Fixtures.job("third", "c3"), 200)).isTrue();
    }

    private static LateClaims.Look look(boolean again, Job... due) {
        return new LateClaims.Look(java.util.List.of(due), again);
    }
}
