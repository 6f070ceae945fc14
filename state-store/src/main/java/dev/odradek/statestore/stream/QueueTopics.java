package dev.odradek.statestore.stream;

import dev.odradek.topics.TopicKeeper;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.machine.Transport;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Makes sure that a queue's lanes exist before anything is put on them: a missing topic would end the task. */
public final class QueueTopics {
    private final TopicPlan plan;
    private final TopicKeeper keeper;
    private final Set<String> present = ConcurrentHashMap.newKeySet();

    public QueueTopics(TopicPlan plan, TopicKeeper keeper) {
        this.plan = plan;
        this.keeper = keeper;
    }

    /** Whether the lanes are known to exist. */
    boolean has(String queue) {
        return present.contains(queue);
    }

    void ensure(String queue, Transport transport) {
        if (!present.contains(queue)) {
            // That takes a while, and others wait for what was decided before.
            HoldingProducer.releaseCurrent();
            keeper.createMissing(plan.lanes(queue, transport));
            present.add(queue);
        }
    }
}
