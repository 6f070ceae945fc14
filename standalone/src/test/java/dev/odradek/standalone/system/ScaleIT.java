package dev.odradek.standalone.system;

import static dev.odradek.standalone.system.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.standalone.demo.Audit;
import dev.odradek.standalone.demo.Handled;
import dev.odradek.statestore.StateStoreService;
import dev.odradek.topics.machine.Transport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("Workers that come and go")
class ScaleIT {
    /** A worker that has none of so many is not being given any. */
    private static final int MOST_ITEMS = 4_000;

    private static final int PARTITIONS = 8;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path dir;

    @ParameterizedTest(name = "{0}")
    @EnumSource(Transport.class)
    @DisplayName("A6 A64 a thousand items over workers scaled 1→4→8→2 while running: none lost, each done once")
    void scales(Transport transport) throws Exception {
        try (Rig rig = Rig.start(dir, PARTITIONS);
                StateStoreService service = rig.stateStore();
                LedgerCrew crew = new LedgerCrew(rig, "job", 4, Duration.ofMillis(60))) {
            rig.define(Machines.oneStage("job", transport));
            crew.hire(8);

            List<String> told = new ArrayList<>();
            crew.release(1);
            told.addAll(rig.post("job", Rig.ids("i", 0, 200)));
            eventually(() -> assertThat(crew.handled()).hasSizeGreaterThan(40));
            crew.release(4);
            eventually(() -> assertThat(rig.atWork("job", transport)).isEqualTo(4));
            told.addAll(rig.post("job", Rig.ids("i", 200, 450)));
            eventually(() -> assertThat(crew.handled()).hasSizeGreaterThan(250));
            crew.release(8);
            eventually(() -> assertThat(rig.atWork("job", transport)).isEqualTo(8));
            told.addAll(rig.post("job", Rig.ids("i", 450, 950)));
            keepComing(rig, crew, told);
            assertThat(crew.shares()).doesNotContain(0);
            crew.dismissAllBut(2);
            int handledByThen = crew.handled().size();
            told.addAll(rig.post("job", Rig.ids("i", told.size(), told.size() + 50)));

            int items = told.size();
            eventually(() -> assertThat(crew.handled()).hasSizeGreaterThanOrEqualTo(items));
            Facts facts = facts(rig, items);
            System.out.println("ScaleIT " + transport + ": " + crew.shares() + " items per worker, "
                    + (items - handledByThen) + " still to do when six had left");
            Audit audit = crew.audit(told);
            assertThat(audit.acknowledged()).isEqualTo(items);
            assertThat(audit.lost()).isEmpty();
            assertThat(audit.doubled()).isEmpty();
            assertThat(crew.handled()).extracting(Handled::item).doesNotHaveDuplicates();
            assertThat(facts.completions())
                    .hasSize(items)
                    .allSatisfy((epoch, times) -> assertThat(times).isEqualTo(1));
            assertThat(facts.completionsPerItem()).containsOnlyKeys(told);
            assertThat(service.isRunning()).isTrue();
        }
    }

    /** Work that keeps coming: those who were there could do all there is before the last have begun. */
    private static void keepComing(Rig rig, LedgerCrew crew, List<String> told) throws Exception {
        while (crew.shares().contains(0) && told.size() < MOST_ITEMS) {
            int most = told.size() - 100;
            eventually(() -> assertThat(crew.handled()).hasSizeGreaterThan(most));
            told.addAll(rig.post("job", Rig.ids("i", told.size(), told.size() + 100)));
        }
    }

    /** The facts once every completion is committed. */
    private static Facts facts(Rig rig, int items) {
        Topics topics = new Topics(rig.connection());
        eventually(() ->
                assertThat(new Facts(topics.events()).completionsPerItem()).hasSize(items));
        return new Facts(topics.events());
    }
}
