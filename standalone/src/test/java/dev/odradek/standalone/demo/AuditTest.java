package dev.odradek.standalone.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuditTest {
    private static final List<String> STAGES = List.of("fetch", "publish");

    @Test
    void whatEveryStageHandledOnceIsNeitherLostNorDoubled() {
        Audit audit = Audit.of(List.of("a", "b"), STAGES, handled("a", "b"));

        assertThat(audit).isEqualTo(new Audit(2, 4, List.of(), List.of()));
        assertThat(audit.isClean()).isTrue();
    }

    @Test
    void aPlantedLossIsFoundByItemAndStage() {
        List<Handled> lines = handled("a", "b");
        lines.removeIf(line -> line.item().equals("b") && line.stage().equals("publish"));

        Audit audit = Audit.of(List.of("a", "b"), STAGES, lines);

        assertThat(audit.lost()).containsExactly("b/publish");
        assertThat(audit.isClean()).isFalse();
    }

    @Test
    void anAcknowledgedItemThatNoHandlerSawIsLostInEveryStage() {
        assertThat(Audit.of(List.of("a", "b"), STAGES, handled("a")).lost()).containsExactly("b/fetch", "b/publish");
    }

    @Test
    void aPlantedDoubleOfOneEpochIsFound() {
        List<Handled> lines = handled("a");
        lines.add(new Handled("a", "fetch", 1, 1, 99));

        Audit audit = Audit.of(List.of("a"), STAGES, lines);

        assertThat(audit.doubled()).containsExactly("a/fetch/1");
        assertThat(audit.attempts()).isEqualTo(3);
        assertThat(audit.isClean()).isFalse();
    }

    @Test
    void aSecondAttemptUnderALaterEpochIsNoDouble() {
        List<Handled> lines = handled("a");
        lines.add(new Handled("a", "fetch", 2, 2, 99));

        assertThat(Audit.of(List.of("a"), STAGES, lines).isClean()).isTrue();
    }

    @Test
    void itemsThatNobodyWasToldAboutDoNotCount() {
        List<Handled> lines = handled("a", "other");
        lines.addAll(handled("other"));

        Audit audit = Audit.of(List.of("a"), STAGES, lines);

        assertThat(audit).isEqualTo(new Audit(1, 2, List.of(), List.of()));
    }

    private static List<Handled> handled(String... items) {
        List<Handled> lines = new ArrayList<>();
        for (String item : items) {
            STAGES.forEach(stage -> lines.add(new Handled(item, stage, 1, 1, 7)));
        }
        return lines;
    }
}
