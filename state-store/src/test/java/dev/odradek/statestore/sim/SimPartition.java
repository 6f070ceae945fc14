package dev.odradek.statestore.sim;

import dev.odradek.statestore.core.Decision;
import dev.odradek.statestore.core.Effect;
import dev.odradek.statestore.core.Input;
import dev.odradek.statestore.core.Key;
import dev.odradek.statestore.partition.Core;
import dev.odradek.statestore.partition.PartitionHistory;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** One partition: its log, and a state-store that decides it in transactions which may abort and be replayed. */
final class SimPartition {
    /** Who hears of outputs: the first two before the transaction is decided, timers only when it is. */
    interface Readers {
        void offered(Effect.Offer offer);

        void answered(Cause cause, Effect.Reply reply);

        void timed(int partition, Effect timer);
    }

    private final int number;
    private final Core core;
    private final boolean serialised;
    private final Invariants invariants;
    private final Readers readers;
    private final Tally tally;
    private final SimRows rows;
    private final List<Input> log = new ArrayList<>();
    private final List<Decision> decided = new ArrayList<>();
    private final Map<Integer, List<byte[]>> aborted = new HashMap<>();
    private final PartitionHistory history = new PartitionHistory();
    /** What the facts of committed commands, applied from the first on, have made of no rows at all. */
    private final SimRows rebuilt;

    private int rebuiltTo;
    private int committed;

    SimPartition(int number, Core core, Invariants invariants, Readers readers, boolean serialised, Tally tally) {
        this.number = number;
        this.core = core;
        this.invariants = invariants;
        this.readers = readers;
        this.serialised = serialised;
        this.tally = tally;
        this.rows = new SimRows(serialised);
        this.rebuilt = new SimRows(serialised);
    }

    /** The timer in a slot, kept like a row so that it is lost with its transaction. */
    static Key<Timer> slot(String name) {
        return new Key<>("#timer/" + name, Timer.class);
    }

    int number() {
        return number;
    }

    SimRows rows() {
        return rows;
    }

    List<Input> log() {
        return log;
    }

    /** The committed ones. */
    List<EventRecord> facts() {
        return decided.subList(0, committed).stream()
                .flatMap(each -> each.facts().stream())
                .toList();
    }

    boolean isBehind() {
        return decided.size() < log.size();
    }

    boolean isOpen() {
        return committed < decided.size();
    }

    void append(CommandRecord command, long time) {
        CommandRecord read = serialised ? Formats.COMMANDS.read(Formats.COMMANDS.write(command)) : command;
        log.add(new Input(number, log.size(), time, read));
    }

    /** Decides the next command; its outputs can be seen at once, though its transaction may yet abort. */
    void decideNext() {
        Input input = log.get(decided.size());
        Decision decision;
        try {
            decision = core.decide(rows, input);
        } catch (RuntimeException e) {
            throw new Violation("deciding " + input + " failed: " + e, e);
        }
        compareWithAborted(decision);
        invariants.check(rows, input, decision);
        decision.rows().forEach(rows::apply);
        decision.effects().forEach(this::applyTimer);
        invariants.checkSettled(rows, input, decision);
        decided.add(decision);
        count(input, decision);
        for (int i = 0; i < decision.effects().size(); i++) {
            Effect effect = decision.effects().get(i);
            if (effect instanceof Effect.Offer offer) {
                readers.offered(offer);
            } else if (effect instanceof Effect.Reply reply) {
                readers.answered(new Cause(number, input.offset(), i), reply);
            }
        }
    }

    void commit() {
        rows.commit();
        for (Decision each : decided.subList(committed, decided.size())) {
            each.effects().forEach(effect -> readers.timed(number, effect));
        }
        committed = decided.size();
    }

    /** The instance dies before its commit: rows go back, and the same commands are decided again. */
    void crash() {
        for (int offset = committed; offset < decided.size(); offset++) {
            aborted.put(offset, outputs(decided.get(offset)));
        }
        decided.subList(committed, decided.size()).clear();
        rows.rollBack();
    }

    /** The facts alone must give the rows. */
    void checkHistory() {
        evolve(decided.subList(rebuiltTo, committed));
        rebuilt.commit();
        rebuiltTo = committed;
        evolve(decided.subList(committed, decided.size()));
        SortedMap<String, Object> kept = new TreeMap<>(rows.stored());
        kept.keySet().removeIf(key -> key.startsWith("#"));
        SortedMap<String, Object> found = rebuilt.stored();
        rebuilt.rollBack();
        Violation.unless(
                found.equals(kept), "the facts of partition %d do not rebuild its rows:%n%s%n%s", number, found, kept);
    }

    private void evolve(List<Decision> decisions) {
        for (Decision each : decisions) {
            for (EventRecord fact : each.facts()) {
                history.evolve(rebuilt, serialised ? Formats.EVENTS.read(Formats.EVENTS.write(fact)) : fact);
            }
        }
    }

    private void compareWithAborted(Decision decision) {
        List<byte[]> before = aborted.remove(decided.size());
        if (before == null) {
            return;
        }
        tally.count(Fault.OUTPUT_SEEN_TWICE);
        List<byte[]> now = outputs(decision);
        boolean same = before.size() == now.size();
        for (int i = 0; same && i < now.size(); i++) {
            same = Arrays.equals(before.get(i), now.get(i));
        }
        Violation.unless(same, "the replay of %d:%d gave other outputs", number, decided.size());
    }

    private static List<byte[]> outputs(Decision decision) {
        List<byte[]> all = new ArrayList<>();
        decision.facts().forEach(fact -> all.add(Formats.EVENTS.write(fact)));
        decision.effects().forEach(effect -> all.add(Json.bytes(effect)));
        return all;
    }

    private void applyTimer(Effect effect) {
        if (effect instanceof Effect.SetTimer set && !(set.timer() instanceof Timer.Send)) {
            rows.apply(slot(set.slot()), set.timer());
        } else if (effect instanceof Effect.ClearTimer clear) {
            rows.apply(slot(clear.slot()), null);
        }
    }

    private void count(Input input, Decision decision) {
        tally.count("command", input.record().command().type());
        for (EventRecord fact : decision.facts()) {
            tally.count("event", fact.event().getClass().getSimpleName());
            if (fact.event() instanceof Event.Refused no) {
                tally.count("refusal", no.reason().name());
            } else if (fact.event() instanceof Event.Moved moved) {
                tally.count("why", moved.why().name());
            } else if (fact.event() instanceof Event.Parked) {
                tally.count(Fault.VERSION_NOT_YET_KNOWN);
            }
        }
    }
}
