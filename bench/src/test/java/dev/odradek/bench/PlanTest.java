package dev.odradek.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlanTest {
    private static List<String> keys(Plan plan) {
        return plan.trials().stream().map(trial -> trial.row().key()).toList();
    }

    @Test
    void aQuickRunIsOursOnePeerAndTheRawLimits() {
        Plan quick = Plan.of(true, Set.of(), Set.of(), null);

        assertThat(keys(quick)).containsExactly("odradek-eager", "odradek-confirmed", "db-scheduler", "raw");
        assertThat(quick.isWhole()).isFalse();
    }

    @Test
    void aWholeRunHasEveryPeerAndScenario() {
        Plan whole = Plan.of(false, Set.of(), Set.of(), null);

        assertThat(keys(whole)).contains("jobrunr", "restate", "dbos", "raw", "p1-eager", "p9");
        assertThat(whole.repeats()).isEqualTo(3);
        assertThat(whole.isWhole()).isTrue();
    }

    @Test
    void onlyWhatIsNamedIsRun() {
        assertThat(keys(Plan.of(false, Set.of("p1"), Set.of(), null))).containsExactly("p1-eager", "p1-confirmed");
        assertThat(keys(Plan.of(false, Set.of("W3"), Set.of("restate"), 1))).containsExactly("restate");
    }

    @Test
    void whatThereIsNotIsRefusedWithWhatThereIs() {
        assertThatThrownBy(() -> Plan.of(false, Set.of("W9"), Set.of(), null))
                .hasMessageContaining("--only must name some of")
                .hasMessageContaining("was W9");
        assertThatThrownBy(() -> Plan.of(false, Set.of(), Set.of("nobody"), null))
                .hasMessageContaining("db-scheduler")
                .hasMessageContaining("was nobody");
    }
}
