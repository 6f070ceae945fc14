package dev.odradek.statestore.sim;

import dev.odradek.statestore.core.Effect;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Expire;
import dev.odradek.topics.event.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Holds the committed timers and sends their commands: late, twice, or though they were cleared meanwhile. */
final class SimReaper {
    private record Armed(Timer timer, long readAt) {
        boolean isDue(long now) {
            return timer instanceof Timer.LeaseTimer lease
                    ? now >= readAt + lease.durationMs()
                    : ((Timer.DueTimer) timer).dueAt() <= now;
        }
    }

    private final World world;
    private final Map<String, Armed> slots = new TreeMap<>();
    private final List<CommandRecord> overtaken = new ArrayList<>();

    SimReaper(World world) {
        this.world = world;
    }

    void read(int partition, Effect effect) {
        if (effect instanceof Effect.SetTimer set && set.timer() instanceof Timer.Send send) {
            forward(send);
        } else if (effect instanceof Effect.SetTimer set) {
            overtake(slots.put(partition + "/" + set.slot(), new Armed(set.timer(), world.clock())));
        } else if (effect instanceof Effect.ClearTimer clear) {
            overtake(slots.remove(partition + "/" + clear.slot()));
        }
    }

    private void forward(Timer.Send send) {
        world.send(send.command(), send.partition(), false);
        if (world.faulty(8)) {
            world.count(Fault.TIMER_TWICE);
            world.send(send.command(), send.partition(), false);
        }
    }

    /** A reaper that lags sends what another instance knows to be cleared. */
    private void overtake(Armed before) {
        if (before != null && world.faulty(6)) {
            overtaken.add(before.timer().command());
        }
    }

    /** One sweep: everything that is due, except what a living worker still extends. */
    void sweep() {
        for (Map.Entry<String, Armed> slot : List.copyOf(slots.entrySet())) {
            Armed armed = slot.getValue();
            if (!armed.isDue(world.clock())) {
                continue;
            }
            if (armed.timer() instanceof Timer.LeaseTimer lease && isExtended(lease)) {
                if (!world.faulty(5)) {
                    slots.put(slot.getKey(), new Armed(lease, world.clock()));
                    continue;
                }
                world.count(Fault.LIVING_HOLDER_EXPIRED);
            }
            slots.remove(slot.getKey());
            send(armed.timer().command());
        }
        if (!overtaken.isEmpty() && world.faulty(2)) {
            world.count(Fault.TIMER_STALE);
            send(overtaken.remove(world.random().nextInt(overtaken.size())));
        }
    }

    boolean isEmpty() {
        return slots.isEmpty();
    }

    /** How far the clock must go until the next timer is due. */
    long nextDue() {
        return slots.values().stream()
                .mapToLong(armed -> armed.timer() instanceof Timer.LeaseTimer lease
                        ? armed.readAt() + lease.durationMs()
                        : ((Timer.DueTimer) armed.timer()).dueAt())
                .min()
                .orElse(world.clock());
    }

    private boolean isExtended(Timer.LeaseTimer lease) {
        Expire expire = (Expire) lease.command().command();
        return world.isAtWork(lease.holder(), expire.itemId() + "/" + expire.axis(), expire.epoch());
    }

    private void send(CommandRecord command) {
        world.send(command, false);
        if (world.faulty(8)) {
            world.count(Fault.TIMER_TWICE);
            world.send(command, false);
        }
    }
}
