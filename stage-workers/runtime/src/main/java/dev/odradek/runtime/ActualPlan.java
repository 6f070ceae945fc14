package dev.odradek.runtime;

import dev.odradek.topics.TopicKeeper;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.settings.Connection;

/** A client needs no partition counts configured: a wrong one would send commands where nobody decides them. */
public final class ActualPlan {
    private ActualPlan() {}

    /** The connection with the counts that {@code commands} and {@code answers} really have. */
    public static Connection of(TopicKeeper keeper, Connection connection) {
        TopicPlan plan = connection.plan();
        TopicPlan actual = new TopicPlan(
                plan.prefix(),
                keeper.partitions(plan.commands()).orElse(plan.partitions()),
                keeper.partitions(plan.answers()).orElse(plan.slots()),
                plan.maxBytes());
        return new Connection(connection.bootstrap(), actual, connection.kafka());
    }
}
