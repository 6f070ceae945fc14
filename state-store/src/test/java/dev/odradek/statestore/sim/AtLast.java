package dev.odradek.statestore.sim;

import dev.odradek.statestore.core.Newest;
import dev.odradek.statestore.item.Item;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.route.Routing;
import java.util.Collection;
import java.util.List;

/** How a world must look when nothing is left to be done. */
final class AtLast {
    private final List<SimPartition> partitions;

    AtLast(List<SimPartition> partitions) {
        this.partitions = partitions;
    }

    void check(Collection<Timer.Send> spawned) {
        spawned.forEach(this::checkSpawned);
        for (String machine : Machines.NAMES) {
            int home = newest(Routing.home(World.TENANT, machine, partitions.size()), machine);
            partitions.forEach(partition -> Violation.unless(
                    newest(partition.number(), machine) == home,
                    "partition %d knows no %s",
                    partition.number(),
                    machine));
        }
        for (SimPartition partition : partitions) {
            for (Item item : partition.rows().all(Item.prefix(World.TENANT), Item.class)) {
                item.axes()
                        .forEach((name, axis) -> Violation.unless(
                                axis.wakeup() instanceof Wakeup.Ended || axis.wakeup() instanceof Wakeup.Outside,
                                "%s/%s is stuck: %s",
                                item.id(),
                                name,
                                axis));
            }
        }
    }

    /** What a completion spawned elsewhere is there, or waits for a version that nobody has defined. */
    private void checkSpawned(Timer.Send send) {
        NewItem item = ((Create) send.command().command()).item();
        SimRows rows = partitions.get(send.partition()).rows();
        Violation.unless(
                rows.get(Item.key(World.TENANT, item.itemId())) != null
                        || (item.version() > newest(send.partition(), item.machine())),
                "%s was spawned and is lost",
                item);
    }

    private int newest(int partition, String machine) {
        return Newest.of(partitions.get(partition).rows(), World.TENANT, machine)
                .version();
    }
}
