package dev.odradek.statestore.sim;

import dev.odradek.topics.event.EventRecord;
import java.util.List;

/** What a simulated world has left on {@code events}: moves of every kind, refusals, pauses, schedules, versions. */
public final class RecordedFacts {
    private RecordedFacts() {}

    /** By partition, in order; the same for the same seed. */
    public static List<List<EventRecord>> of(long seed, int steps) {
        World world = new World(seed, Laws.ALL);
        world.run(steps);
        return world.facts();
    }
}
