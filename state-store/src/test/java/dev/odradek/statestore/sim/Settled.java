package dev.odradek.statestore.sim;

import static dev.odradek.statestore.sim.Violation.unless;

import dev.odradek.statestore.core.Decision;
import dev.odradek.statestore.core.Input;
import dev.odradek.statestore.core.Key;
import dev.odradek.statestore.core.KnownMachine;
import dev.odradek.statestore.item.Item;
import dev.odradek.statestore.item.Queue;
import dev.odradek.statestore.item.Waiting;
import dev.odradek.topics.command.ItemCommand.Expire;
import dev.odradek.topics.command.ItemCommand.Redispatch;
import dev.odradek.topics.command.ItemCommand.Wake;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.machine.Axis;
import dev.odradek.topics.machine.ClaimRule;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Whether every axis has one reason to move next that really is there, and every queue is in step with its axes. */
final class Settled {
    private final int partitions;

    Settled(int partitions) {
        this.partitions = partitions;
    }

    void check(SimRows rows, Input input, Decision decision) {
        String tenant = input.record().tenant();
        TreeSet<String> queues = new TreeSet<>();
        decision.rows().forEach((key, row) -> {
            if (row instanceof Item item) {
                item.axes().forEach((name, axis) -> {
                    wakeup(rows, tenant, item, name, axis);
                    queueOf(axis).ifPresent(queues::add);
                });
            } else if (row instanceof Queue) {
                queues.add(key.text().substring(Queue.prefix(tenant).length()));
            }
        });
        queues.forEach(queue -> queue(rows, input, queue));
    }

    private static void wakeup(SimRows rows, String tenant, Item item, String name, AxisState axis) {
        Axis def = def(rows, tenant, item, name);
        Optional<ClaimRule> rule = def.claimFrom(axis.state());
        Timer timer = rows.get(SimPartition.slot(item.id() + "/" + name));
        String at = item.id() + "/" + name + " " + axis + " with timer " + timer;
        Wakeup wakeup = axis.wakeup();
        unless((axis.lease() != null) == wakeup instanceof Wakeup.Leased, "held and leased do not agree: %s", at);
        if (wakeup instanceof Wakeup.Dispatched offered) {
            unless(rule.isPresent() && rule.get().queue().equals(offered.queue()), "offered elsewhere: %s", at);
            boolean real = !offered.hasTimer()
                    ? timer == null
                    : timer instanceof Timer.DueTimer due
                            && due.dueAt() == offered.redispatchAt()
                            && due.command().command() instanceof Redispatch again
                            && again.epoch() == offered.timerOf(axis.epoch());
            unless(real, "no redispatch stands behind the offer: %s", at);
        } else if (wakeup instanceof Wakeup.Leased) {
            boolean real = timer instanceof Timer.LeaseTimer lease
                    && lease.command().command() instanceof Expire expire
                    && expire.epoch() == axis.epoch()
                    && lease.holder().equals(axis.lease().holder());
            unless(real, "no timer stands behind the lease: %s", at);
        } else if (wakeup instanceof Wakeup.Backoff || wakeup instanceof Wakeup.Delay) {
            boolean real = timer instanceof Timer.DueTimer due
                    && due.command().command() instanceof Wake wake
                    && wake.epoch() == axis.epoch();
            unless(real && rule.isPresent(), "no timer wakes it: %s", at);
        } else {
            unless(timer == null, "a timer is left over: %s", at);
            if (wakeup instanceof Wakeup.Withheld held) {
                unless(rule.isPresent() && rule.get().queue().equals(held.queue()), "waits elsewhere: %s", at);
                unless(
                        waiting(rows, tenant, held).equals(Optional.of(new Waiting(item.id(), name))),
                        "no place: %s",
                        at);
            } else if (wakeup instanceof Wakeup.Outside) {
                boolean leads =
                        !def.edges().getOrDefault(axis.state(), List.of()).isEmpty();
                unless(rule.isEmpty() && !def.isTerminal(axis.state()) && leads, "nobody can move it: %s", at);
            } else {
                unless(def.isTerminal(axis.state()), "ended where it is not terminal: %s", at);
            }
        }
    }

    /** The in-flight set is what the axes say and within the share, and a line moves by itself. */
    private void queue(SimRows rows, Input input, String name) {
        String tenant = input.record().tenant();
        Queue queue = rows.get(Queue.key(tenant, name));
        if (queue == null) {
            return;
        }
        TreeSet<String> inFlight = new TreeSet<>();
        int share = 0;
        long waiting = 0;
        boolean moving = false;
        for (Item item : rows.all(Item.prefix(tenant), Item.class)) {
            for (var entry : item.axes().entrySet()) {
                AxisState axis = entry.getValue();
                if (!queueOf(axis).equals(Optional.of(name))) {
                    continue;
                }
                if (axis.wakeup() instanceof Wakeup.Withheld held) {
                    waiting++;
                    unless(held.seq() >= queue.head() && held.seq() < queue.tail(), "outside the line: %s", axis);
                    continue;
                }
                moving = true;
                int limit = def(rows, tenant, item, entry.getKey())
                        .claimOn(name)
                        .orElseThrow()
                        .maxInFlight();
                if (limit > 0) {
                    inFlight.add(item.id() + "/" + entry.getKey());
                    share = Math.max(share, limit / partitions + (input.partition() < limit % partitions ? 1 : 0));
                }
            }
        }
        unless(List.copyOf(inFlight).equals(queue.inFlight()), "%s in flight: %s, %s", name, inFlight, queue);
        unless(inFlight.size() <= share, "%s has more in flight than its share %d: %s", name, share, queue);
        unless(waiting == 0 || queue.paused() || moving, "nothing moves the line of %s: %s", name, queue);
        unless((waiting > 0) == (queue.head() < queue.tail()), "%d wait in %s: %s", waiting, name, queue);
    }

    private static Optional<Waiting> waiting(SimRows rows, String tenant, Wakeup.Withheld held) {
        String place = "waiting/" + tenant + "/" + held.queue() + "/" + held.seq();
        return Optional.ofNullable(rows.get(new Key<>(place, Waiting.class)));
    }

    private static Optional<String> queueOf(AxisState axis) {
        if (axis.lease() != null) {
            return Optional.of(axis.lease().queue());
        }
        return axis.wakeup() instanceof Wakeup.Dispatched offered
                ? Optional.of(offered.queue())
                : axis.wakeup() instanceof Wakeup.Withheld held ? Optional.of(held.queue()) : Optional.empty();
    }

    private static Axis def(SimRows rows, String tenant, Item item, String axis) {
        return rows.get(KnownMachine.key(tenant, item.machine(), item.version()))
                .machine()
                .axes()
                .get(axis);
    }
}
