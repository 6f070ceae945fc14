package dev.odradek.statestore.sim;

import dev.odradek.statestore.core.Effect;
import dev.odradek.topics.command.Asker;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Dispatch;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.machine.Mode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;

/** A worker: it claims, works, answers; it crashes, freezes, and comes back with results nobody waits for. */
final class SimWorker {
    private static final int SLOTS = 4;

    /**
     * Work this worker believes it holds.
     *
     * @param granted whether it was claimed and the claim granted, and not begun eagerly
     */
    record Hold(Dispatch dispatch, Token token, boolean kept, boolean granted) {}

    private record Heard(Cause cause, Effect.Reply reply) {}

    private final World world;
    private final Results results;
    private final String name;
    private final int slot;
    private final Queue<Heard> inbox = new ArrayDeque<>();
    private final Map<Integer, Cause> highest = new HashMap<>();
    private final Map<String, byte[]> answers = new HashMap<>();
    private final Map<String, CommandRecord> asked = new TreeMap<>();
    private final Map<String, Dispatch> pending = new TreeMap<>();
    private final Map<String, Hold> held = new TreeMap<>();
    private final List<Hold> former = new ArrayList<>();
    private final SimPulse pulse;
    private int frozen;

    SimWorker(World world, int slot) {
        this.world = world;
        this.pulse = new SimPulse(world, "w" + slot, pace(slot));
        this.results = new Results(world);
        this.slot = slot;
        this.name = "w" + slot;
    }

    private static SimPulse.Pace pace(int slot) {
        return slot == 0 ? SimPulse.Pace.SLOW : slot == 1 ? SimPulse.Pace.PATIENT : SimPulse.Pace.USUAL;
    }

    String name() {
        return name;
    }

    void deliver(Cause cause, Effect.Reply reply) {
        inbox.add(new Heard(cause, reply));
    }

    /** What a worker's own threads do while time passes: say what it holds, and stop what it may no longer hold. */
    void live() {
        if (frozen > 0) {
            return;
        }
        List.copyOf(held.values()).stream().filter(pulse::isFenced).forEach(this::fence);
        pulse.beat(pending.values(), held.values());
    }

    private void fence(Hold hold) {
        world.count(Fault.WORKER_FENCED_ITSELF);
        held.remove(place(hold.dispatch()));
        former.add(hold);
        world.send(ask(results.release(hold, name), hold), false);
    }

    /** The reaper gives this lease up: if it is ours, we must have stopped. */
    void checkMayLose(Timer.LeaseTimer lease) {
        ItemCommand.Expire expire = (ItemCommand.Expire) lease.command().command();
        Hold hold = held.get(expire.itemId() + "/" + expire.axis());
        boolean ours = hold != null
                && hold.granted()
                && !hold.kept()
                && lease.holder().equals(name)
                && hold.dispatch().partitionKey().equals(lease.command().partitionKey())
                && hold.token().epoch() == expire.epoch()
                && (lease.incarnation() == null || lease.incarnation().equals(pulse.incarnation()));
        Violation.unless(!ours || pulse.isFenced(hold), "%s works and is taken for dead: %s", name, lease);
    }

    /** The broker does not hear it for a while, though it works. */
    void cutOff(long millis) {
        world.count(Fault.WORKER_CUT_OFF);
        pulse.cutOff(millis);
    }

    boolean isIdle() {
        return inbox.isEmpty() && pending.isEmpty() && held.isEmpty();
    }

    void crash() {
        world.count(Fault.WORKER_CRASHED);
        former.addAll(held.values());
        inbox.clear();
        asked.clear();
        pending.clear();
        held.clear();
        frozen = 0;
        pulse.restart();
    }

    void freeze(int steps) {
        world.count(Fault.WORKER_FROZEN);
        frozen = steps;
    }

    void thaw() {
        frozen = 0;
        pulse.cutOff(0);
    }

    void act() {
        if (frozen > 0) {
            frozen--;
            if (frozen == 0) {
                world.count(Fault.WORKER_CAME_BACK);
            }
            return;
        }
        live();
        // Whoever comes back may act before it has read that it lost its work.
        if (!world.faulty(4)) {
            read();
        }
        switch (world.random().nextInt(8)) {
            case 0, 1, 2 -> take();
            case 3, 4, 5 -> finish();
            case 6 -> askAgain();
            default -> late();
        }
    }

    /** Everything at once and nothing amiss: used to bring a history to its end. */
    void actCalmly() {
        live();
        read();
        while (pending.size() + held.size() < SLOTS && take()) {}
        askAgain();
        read();
        List.copyOf(held.entrySet()).forEach(entry -> {
            held.remove(entry.getKey());
            if (!entry.getValue().kept()) {
                world.send(ask(results.done(entry.getValue(), name), entry.getValue()), false);
            }
        });
    }

    private void read() {
        for (Heard heard = inbox.poll(); heard != null; heard = inbox.poll()) {
            byte[] bytes = Json.bytes(heard.reply());
            Cause top = highest.get(heard.cause().partition());
            if (top != null && heard.cause().compareTo(top) <= 0) {
                world.count(Fault.ANSWER_DROPPED_BY_CAUSE);
                byte[] first = answers.get(heard.cause().toString());
                Violation.unless(first == null || Arrays.equals(first, bytes), "a repeated answer differs: %s", heard);
                continue;
            }
            highest.put(heard.cause().partition(), heard.cause());
            answers.put(heard.cause().toString(), bytes);
            hear(heard.reply());
        }
    }

    private void hear(Effect.Reply reply) {
        asked.remove(reply.commandId());
        if (reply.answer() instanceof Answer.Granted granted) {
            Dispatch dispatch = pending.remove(granted.claimId());
            if (dispatch != null && dispatch.epoch() == granted.epoch()) {
                Token token = new Token(granted.epoch(), granted.claimId());
                held.put(place(dispatch), new Hold(dispatch, token, false, true));
            }
        } else if (reply.answer() instanceof Answer.Revoked revoked) {
            Hold hold = held.get(revoked.itemId() + "/" + revoked.axis());
            if (hold != null && hold.token().claimId().equals(revoked.claimId())) {
                former.add(hold);
                held.remove(place(hold.dispatch()));
            }
        } else if (reply.answer() instanceof Answer.Denied) {
            pending.remove(reply.commandId());
        }
    }

    private boolean take() {
        if (pending.size() + held.size() >= SLOTS) {
            return false;
        }
        Dispatch dispatch = world.dispatch().orElse(null);
        if (dispatch == null) {
            return false;
        }
        if (!pulse.announce(dispatch)) {
            // As lost as any other dispatch.
            return false;
        }
        String claimId = world.id("claim");
        if (dispatch.mode() == Mode.EAGER && world.random().nextInt(5) > 0) {
            held.put(place(dispatch), new Hold(dispatch, new Token(dispatch.epoch(), claimId), false, false));
            return true;
        }
        Claim claim = new Claim(dispatch.itemId(), dispatch.axis(), dispatch.epoch(), name, claimId, pulse.claimsAs());
        // The claim id is the command's id, so that an unanswered claim is asked again as the same wish.
        CommandRecord record = CommandRecord.of(World.TENANT, claimId, dispatch.partitionKey(), claim)
                .askedBy(asker());
        pending.put(claimId, dispatch);
        pulse.claimed(claimId);
        asked.put(claimId, record);
        world.send(record, true);
        return true;
    }

    private void askAgain() {
        asked.forEach((id, record) -> {
            if (pending.containsKey(id)) {
                world.send(record, true);
            }
        });
    }

    private void finish() {
        if (held.isEmpty()) {
            return;
        }
        String place = world.pick(List.copyOf(held.keySet()));
        Hold hold = held.remove(place);
        ItemCommand result = results.any(hold, name);
        if (result instanceof ItemCommand.Complete complete && complete.keep()) {
            held.put(place, new Hold(hold.dispatch(), hold.token(), true, hold.granted()));
        } else {
            former.add(hold);
        }
        world.send(ask(result, hold), true);
    }

    private void late() {
        if (former.isEmpty()) {
            return;
        }
        world.count(Fault.LATE_RESULT);
        Hold hold = world.pick(former);
        world.send(ask(results.any(hold, name), hold), true);
    }

    private CommandRecord ask(ItemCommand command, Hold hold) {
        return CommandRecord.of(
                        World.TENANT, world.id("result"), hold.dispatch().partitionKey(), command)
                .askedBy(asker());
    }

    private Asker asker() {
        return new Asker(slot, name, world.random().nextBoolean());
    }

    private static String place(Dispatch dispatch) {
        return dispatch.itemId() + "/" + dispatch.axis();
    }
}
