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
    private static final int ITEMS = 1000;
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
            eventually(() -> assertThat(crew.shares()).doesNotContain(0));
            crew.dismissAllBut(2);
            int handledByThen = crew.handled().size();
            told.addAll(rig.post("job", Rig.ids("i", 950, ITEMS)));

            eventually(() -> assertThat(crew.handled()).hasSizeGreaterThanOrEqualTo(ITEMS));
            Facts facts = facts(rig);
            System.out.println("ScaleIT " + transport + ": " + crew.shares() + " items per worker, "
                    + (ITEMS - handledByThen) + " still to do when six had left");
            Audit audit = crew.audit(told);
            assertThat(audit.acknowledged()).isEqualTo(ITEMS);
            assertThat(audit.lost()).isEmpty();
            assertThat(audit.doubled()).isEmpty();
            assertThat(crew.handled()).extracting(Handled::item).doesNotHaveDuplicates();
            assertThat(facts.completions())
                    .hasSize(ITEMS)
                    .allSatisfy((epoch, times) -> assertThat(times).isEqualTo(1));
            assertThat(facts.completionsPerItem()).containsOnlyKeys(told);
            assertThat(service.isRunning()).isTrue();
        }
    }

    /** The facts once every completion is committed. */
    private static Facts facts(Rig rig) {
        Topics topics = new Topics(rig.connection());
        eventually(() ->
                assertThat(new Facts(topics.events()).completionsPerItem()).hasSize(ITEMS));
        return new Facts(topics.events());
    }
}
