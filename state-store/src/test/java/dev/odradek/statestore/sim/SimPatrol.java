package dev.odradek.statestore.sim;

import dev.odradek.statestore.audit.Overdue;
import dev.odradek.statestore.item.Item;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Wakeup;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Goes round all rows now and then, those of open transactions as well, and wishes by what it sees. */
final class SimPatrol {
    private final World world;
    private final List<SimPartition> partitions;

    SimPatrol(World world, List<SimPartition> partitions) {
        this.world = world;
        this.partitions = partitions;
    }

    void goRound() {
        items().flatMap(item -> Overdue.of(World.TENANT, item, world.clock()).stream())
                .toList()
                .forEach(this::send);
    }

    private void send(CommandRecord again) {
        world.count(Fault.OFFER_OVERDUE);
        world.send(again, true);
    }

    /** When the first offer without a timer is due; absent if there is none. */
    OptionalLong nextOverdue() {
        return items().flatMap(item -> item.axes().values().stream())
                .map(AxisState::wakeup)
                .filter(wakeup -> wakeup instanceof Wakeup.Dispatched offered && !offered.hasTimer())
                .mapToLong(wakeup -> ((Wakeup.Dispatched) wakeup).redispatchAt())
                .min();
    }

    private Stream<Item> items() {
        return partitions.stream().flatMap(each -> each.rows().all(Item.prefix(World.TENANT), Item.class).stream());
    }
}
