package dev.odradek.statestore.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.statestore.core.Decision;
import dev.odradek.statestore.core.Input;
import dev.odradek.statestore.partition.Core;
import dev.odradek.statestore.rehearse.ItemDifference;
import dev.odradek.statestore.rehearse.MemoryShelf;
import dev.odradek.statestore.rehearse.Proposal;
import dev.odradek.statestore.rehearse.Recorded;
import dev.odradek.statestore.rehearse.Rehearsal;
import dev.odradek.statestore.rehearse.Tally;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.machine.MachineYaml;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whatever a simulated world has lived through can be rehearsed, and differs only where a definition matters. */
class RehearsedWorldsTest {
    private static final int WORLDS = 4;
    private static final Proposal UNUSED = new Proposal(World.TENANT, "unused", MachineYaml.parse("""
            machine: unused
            axes:
              status: {initial: new, states: [new, done], terminal: [done], edges: {new: [done]}}
            """));

    @Test
    void aDefinitionThatNobodyUsesChangesNothing() {
        Tally all = Tally.NONE;
        for (long seed = 0; seed < WORLDS; seed++) {
            World world = new World(seed, Laws.ALL);
            world.run(220);
            for (List<Input> log : world.logs()) {
                List<ItemDifference> differences = new ArrayList<>();
                all = all.plus(rehearse(log, world.logs().size(), differences));
                assertThat(differences).as("seed %d", seed).isEmpty();
            }
        }

        assertThat(all.commands()).isGreaterThan(300);
        assertThat(all.itemsSame()).isGreaterThan(20).isEqualTo(all.itemsTouched());
        assertThat(all.others().count()).isZero();
    }

    /** From the middle of a partition's log on. */
    private static Tally rehearse(List<Input> log, int partitions, List<ItemDifference> differences) {
        Core core = new Core(partitions);
        SimRows rows = new SimRows(true);
        MemoryShelf shelf = new MemoryShelf();
        Rehearsal rehearsal = new Rehearsal(shelf, (view, each) -> core.decide(view, each.input()), UNUSED);
        int middle = log.size() / 2;
        for (int i = 0; i < log.size(); i++) {
            if (i == middle) {
                rehearsal.begin(log.get(i).partition(), partitions, i);
            }
            Decision decision = core.decide(rows, log.get(i));
            decision.rows().forEach(rows::apply);
            List<byte[]> facts =
                    decision.facts().stream().map(Formats.EVENTS::write).toList();
            if (i < middle) {
                facts.forEach(fact -> rehearsal.before(Formats.EVENTS.read(fact)));
            } else {
                rehearsal.step(new Recorded(log.get(i), null, facts));
            }
        }
        Tally tally = rehearsal.finish(differences::add);
        assertThat(shelf.others())
                .as("the definition and its version, each kept")
                .isEqualTo(log.isEmpty() ? 0 : 4);
        return tally;
    }
}
