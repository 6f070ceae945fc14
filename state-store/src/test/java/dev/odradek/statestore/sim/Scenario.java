package dev.odradek.statestore.sim;

import dev.odradek.statestore.core.Decision;
import dev.odradek.statestore.core.Input;
import dev.odradek.statestore.partition.Core;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.event.EventRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * The commands that a simulated world has left in its logs, to be played elsewhere.
 *
 * @param logs by partition, in order: late, duplicated and reordered, as the world's faults made them
 */
public record Scenario(List<List<CommandRecord>> logs) {

    /** The same for the same seed. */
    public static Scenario of(long seed, int steps) {
        World world = new World(seed, Laws.ALL);
        world.run(steps);
        return new Scenario(world.logs().stream()
                .map(log -> log.stream().map(Input::record).toList())
                .toList());
    }

    /** Every queue to which anything may be dispatched. */
    public static List<String> queues() {
        return Machines.QUEUES;
    }

    /** What the simulated state-store decides about one partition's log, as it stands on a broker. */
    public List<EventRecord> decide(List<Input> log) {
        SimRows rows = new SimRows(true);
        Core core = new Core(logs.size());
        List<EventRecord> facts = new ArrayList<>();
        for (Input input : log) {
            Decision decision = core.decide(rows, input);
            decision.rows().forEach(rows::apply);
            rows.commit();
            facts.addAll(decision.facts());
        }
        return facts;
    }
}
