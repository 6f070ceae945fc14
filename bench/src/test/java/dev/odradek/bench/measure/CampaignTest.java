package dev.odradek.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.bench.figure.Metric;
import dev.odradek.bench.figure.Row;
import dev.odradek.bench.figure.Survival;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CampaignTest {
    private final List<String> made = new ArrayList<>();
    private final List<String> said = new ArrayList<>();

    /** @param breaks in which of its repeats it fails; 0: never */
    private Trial trial(String key, Optional<String> missing, int breaks) {
        return new Trial() {
            private int repeats;

            @Override
            public Row row() {
                return new Row(key, key, false, Survival.SYNCED, "", Optional.empty(), Map.of(), List.of());
            }

            @Override
            public Optional<String> missing() {
                return missing;
            }

            @Override
            public void run(Sheet sheet, Path dir) {
                made.add(key);
                if (++repeats == breaks) {
                    throw new MeasureException("it broke");
                }
                sheet.add(Metric.W1, repeats);
            }
        };
    }

    private List<Row> run(Path dir, int repeats, Trial... trials) {
        Campaign campaign = campaign(dir, () -> {}, trials);
        campaign.run(repeats);
        return campaign.rows();
    }

    private Campaign campaign(Path dir, Runnable over, Trial... trials) {
        return new Campaign(List.of(trials), dir, new Campaign.Witness() {
            @Override
            public void say(String line) {
                said.add(line);
            }

            @Override
            public void trialBegins() {}

            @Override
            public void trialOver() {
                over.run();
            }
        });
    }

    @Test
    void everyTrialSaysHowFarTheRunIs(@TempDir Path dir) {
        run(dir, 2, trial("a", Optional.empty(), 0), trial("b", Optional.of("no Node"), 0));

        assertThat(said).hasSize(2);
        assertThat(said.get(0)).isEqualTo("1 of 4: a");
        assertThat(said.get(1)).startsWith("4 of 4: a, about ");
    }

    @Test
    void whatIsDoneCanBeSeenBeforeTheRestIs(@TempDir Path dir) {
        List<String> progress = new ArrayList<>();
        Trial[] trials = {trial("a", Optional.empty(), 0), trial("b", Optional.empty(), 0)};
        Campaign[] campaign = new Campaign[1];
        campaign[0] = campaign(
                dir,
                () -> progress.add(campaign[0].progress() + " "
                        + campaign[0].rows().get(1).figures().size()),
                trials);

        campaign[0].run(1);

        assertThat(progress).containsExactly("1 of 2 trials 0", "2 of 2 trials 1");
    }

    @Test
    void whatFailsBecauseTheRunIsStoppedIsNobodysFault(@TempDir Path dir) {
        Campaign[] campaign = new Campaign[1];
        Trial stopping = new Trial() {
            @Override
            public Row row() {
                return new Row("s", "s", false, Survival.SYNCED, "", Optional.empty(), Map.of(), List.of());
            }

            @Override
            public Optional<String> missing() {
                return Optional.empty();
            }

            @Override
            public void run(Sheet sheet, Path its) {
                campaign[0].stop();
                throw new MeasureException("it has ended");
            }
        };
        campaign[0] = campaign(dir, () -> {}, stopping, trial("a", Optional.empty(), 0));

        campaign[0].run(1);

        assertThat(campaign[0].rows().get(0).skipped()).isEmpty();
        assertThat(made).isEmpty();
        assertThat(campaign[0].progress()).isEqualTo("0 of 2 trials");
    }

    @Test
    void everyRepeatBeginsWithAnother(@TempDir Path dir) {
        run(dir, 3, trial("a", Optional.empty(), 0), trial("b", Optional.empty(), 0), trial("c", Optional.empty(), 0));

        assertThat(made).containsExactly("a", "b", "c", "b", "c", "a", "c", "a", "b");
    }

    @Test
    void whatIsMissingIsARowThatSaysWhy(@TempDir Path dir) {
        List<Row> rows = run(dir, 1, trial("a", Optional.of("no Node"), 0), trial("b", Optional.empty(), 0));

        assertThat(rows.get(0).skipped()).hasValue("no Node");
        assertThat(made).containsExactly("b");
    }

    @Test
    void aFailureIsARowThatSaysWhyAndCostsNoOther(@TempDir Path dir) {
        List<Row> rows = run(dir, 2, trial("a", Optional.empty(), 1), trial("b", Optional.empty(), 0));

        assertThat(rows.get(0).skipped()).hasValue("it broke");
        assertThat(rows.get(1).figure(Metric.W1))
                .hasValueSatisfying(figure -> assertThat(figure.values()).containsExactly(1.0, 2.0));
    }

    @Test
    void aFailureInALaterRepeatLeavesTheEarlierFigures(@TempDir Path dir) {
        Row row = run(dir, 2, trial("a", Optional.empty(), 2)).get(0);

        assertThat(row.skipped()).isEmpty();
        assertThat(row.figure(Metric.W1)).isPresent();
        assertThat(row.notes()).containsExactly("broken off: it broke");
    }
}
