package dev.odradek.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.odradek.bench.measure.Scale;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlanTest {
    private static List<String> keys(Plan plan) {
        return plan.trials().stream().map(trial -> trial.row().key()).toList();
    }

    @Test
    void aQuickRunIsOursOnePeerAndTheRawLimits() {
        Plan quick = Plan.of(Scale.QUICK, Set.of(), Set.of(), Set.of());

        assertThat(keys(quick)).containsExactly("odradek-eager", "db-scheduler", "raw");
        assertThat(quick.isWhole()).isFalse();
    }

    @Test
    void aWholeRunHasEveryPeerAndScenario() {
        Plan whole = Plan.of(Scale.FULL, Set.of(), Set.of(), Set.of());

        assertThat(keys(whole)).contains("jobrunr", "restate", "dbos", "raw", "p1-eager", "p9");
        assertThat(whole.repeats()).isEqualTo(3);
        assertThat(whole.isWhole()).isTrue();
    }

    @Test
    void aRunThatRepeatsLessDoesNotStandForTheProject() {
        assertThat(Plan.of(Scale.FULL.repeating(1), Set.of(), Set.of(), Set.of())
                        .isWhole())
                .isFalse();
        assertThat(Plan.of(Scale.FULL.huge(), Set.of(), Set.of(), Set.of()).isWhole())
                .isTrue();
    }

    @Test
    void onlyWhatIsNamedIsRun() {
        assertThat(keys(Plan.of(Scale.FULL, Set.of("p1"), Set.of(), Set.of())))
                .containsExactly("p1-eager", "p1-confirmed");
        assertThat(keys(Plan.of(Scale.FULL.repeating(1), Set.of("W3"), Set.of("restate"), Set.of())))
                .containsExactly("restate");
    }

    @Test
    void whatIsToBeSkippedIsNotRun() {
        Plan plan = Plan.of(Scale.FULL, Set.of("P1"), Set.of(), Set.of("p1-confirmed"));

        assertThat(keys(plan)).containsExactly("p1-eager");
        assertThat(plan.isWhole()).isFalse();
        assertThatThrownBy(() -> Plan.of(Scale.FULL, Set.of("P1"), Set.of(), Set.of("p1")))
                .hasMessageContaining("--skip must name some of")
                .hasMessageContaining("was p1");
    }

    @Test
    void whatThereIsNotIsRefusedWithWhatThereIs() {
        assertThatThrownBy(() -> Plan.of(Scale.FULL, Set.of("W9"), Set.of(), Set.of()))
                .hasMessageContaining("--only must name some of")
                .hasMessageContaining("was W9");
        assertThatThrownBy(() -> Plan.of(Scale.FULL, Set.of(), Set.of("nobody"), Set.of()))
                .hasMessageContaining("db-scheduler")
                .hasMessageContaining("was nobody");
    }

    @Test
    void scenariosAreNotChosenAsPeers() {
        assertThatThrownBy(() -> Plan.of(Scale.FULL, Set.of(), Set.of("p3-held"), Set.of()))
                .hasMessageContaining("--peers must name some of")
                .hasMessageContaining("was p3-held");
    }

    @Test
    void whatIsNotAskedForMayBeSkippedAllTheSame() {
        Plan quick = Plan.of(Scale.QUICK, Set.of(), Set.of(), Set.of("p1-eager"));

        assertThat(keys(quick)).containsExactly("odradek-eager", "db-scheduler", "raw");
        assertThat(quick.everything()).extracting(trial -> trial.row().key()).contains("p1-eager", "p9");
    }

    @Test
    void aRunOfNothingIsRefused() {
        assertThatThrownBy(() -> Plan.of(Scale.FULL, Set.of("RAW"), Set.of(), Set.of("raw")))
                .hasMessageContaining("leave nothing to measure");
    }
}
