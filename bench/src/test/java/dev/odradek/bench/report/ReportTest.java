package dev.odradek.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.bench.figure.Metric;
import dev.odradek.bench.figure.Results;
import dev.odradek.bench.figure.Row;
import dev.odradek.bench.figure.Survival;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;
import tools.jackson.databind.json.JsonMapper;

class ReportTest {
    private final String page = new Markdown(Samples.results()).render();

    @Test
    void saysPlainlyWhereAPeerIsAhead() {
        assertThat(page)
                .contains("- Peer <1.0> is ahead in W3 (20 items/s, call to start of third stage, p50): 10.0 ms"
                        + " against 20.0 of Odradek, eager (2.00 times).");
    }

    @Test
    void comparesEqualGuaranteesApartFromTheRest() {
        assertThat(page)
                .contains("| 2,000 [1 of 3 runs]: 2.00 times better | Peer <1.0>: 1,000 (900–1,100) |")
                .contains("| 4,000 (3,900–4,200): **4.00 times better** | Peer <1.0>: 1,000 (900–1,100) |");
    }

    @Test
    void whoIsAheadIsNotSaidWhereRangesOverlap() {
        Row faster = Samples.row("other", "Other", false, Survival.SYNCED)
                .with(Metric.W3, 3_000)
                .with(Metric.W3, 3_700)
                .with(Metric.W3, 4_100);
        List<Row> rows = List.of(Samples.results().rows().get(0), faster);

        assertThat(new Markdown(new Results(Samples.results().setup(), rows)).render())
                .contains("| 4,000 (3,900–4,200): 1.08 times better, ranges overlap |");
    }

    @Test
    void aPeerWhoseRangeOverlapsIsNotSimplyAhead() {
        Row faster = Samples.row("other", "Other", false, Survival.SYNCED)
                .with(Metric.W3, 4_100)
                .with(Metric.W3, 4_300)
                .with(Metric.W3, 4_500);
        List<Row> rows = List.of(Samples.results().rows().get(0), faster);

        assertThat(new Markdown(new Results(Samples.results().setup(), rows)).render())
                .contains("against 4,000 of Odradek, eager (1.08 times, ranges overlap).");
    }

    @Test
    void saysWhichCodeWasMeasured() {
        assertThat(page).contains("2026-01-01T00:00:00Z, commit 0123abc;");
        assertThat(Report.json(Samples.results())).contains("\"commit\" : \"0123abc\"");
    }

    @Test
    void nothingComparedIsNotNothingLost() {
        Results alone =
                new Results(Samples.results().setup(), Samples.results().rows().subList(0, 1));

        assertThat(new Markdown(alone).render()).contains("## Where a peer is ahead\n\nNothing was compared.");
    }

    @Test
    void anIncompleteRunSaysSoFirst() {
        Results part = new Results(
                Samples.results().setup(), Samples.results().rows(), Optional.of("interrupted after 3 of 12 trials"));

        assertThat(new Markdown(part).render())
                .startsWith("# Odradek beside its peers\n\n"
                        + "**This report is incomplete: interrupted after 3 of 12 trials.**");
        assertThat(Report.json(part)).contains("\"incomplete\" : \"interrupted after 3 of 12 trials\"");
    }

    @Test
    void theHeadlineSetsOursBesideTheBestPeer() {
        assertThat(new Headline(Samples.results()).render())
                .startsWith("| | Odradek, eager | Odradek, eager, flush per message | best peer |\n|---|---|---|---|\n")
                .contains("| W3: three durable stages, items/s | 4,000 | 2,000 [1 of 3 runs] | 1,000 (Peer <1.0>) |");
    }

    @Test
    void namesWhatWasSkippedAndWhy() {
        assertThat(page).contains("- **Absent 2** skipped: JDK 25 is not here");
    }

    @Test
    void showsMediansWithTheirSpread() {
        assertThat(page).contains("| Odradek, eager | 4,000 (3,900–4,200) | 20.0 [1 of 3 runs] |");
    }

    @Test
    void saysWhatEachRowSurvives() {
        assertThat(page)
                .contains("| Odradek, eager | yes | no | no | as it comes |")
                .contains("| Odradek, eager, flush per message | yes | yes | no | as it comes |");
    }

    @Test
    void aChartIsSoundXmlWithABarForEachRow() throws Exception {
        String svg = new BarChart(Samples.results(), Metric.W3).svg();

        var document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
        assertThat(document.getElementsByTagName("rect").getLength())
                .as("the page and a bar each")
                .isEqualTo(4);
        assertThat(svg).contains("prefers-color-scheme: dark").contains("Peer &lt;1.0&gt;");
    }

    @Test
    void everythingIsWrittenTogether(@TempDir Path dir) throws Exception {
        Report.write(Samples.results(), dir);

        assertThat(dir.resolve("report.md")).exists();
        assertThat(dir.resolve("headline.md")).exists();
        assertThat(dir.resolve("w3.svg")).exists();
        assertThat(dir.resolve("w3-p50.svg")).exists();
        var json = JsonMapper.builder().build().readTree(Files.readString(dir.resolve("results.json")));
        assertThat(json.at("/rows/0/figures/w3/median").asDouble()).isEqualTo(4_000);
        assertThat(json.at("/rows/3/skipped").asString()).isEqualTo("JDK 25 is not here");
    }
}
