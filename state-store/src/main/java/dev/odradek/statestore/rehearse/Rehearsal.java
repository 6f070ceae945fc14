package dev.odradek.statestore.rehearse;

import dev.odradek.statestore.core.Decision;
import dev.odradek.statestore.core.Input;
import dev.odradek.statestore.core.Key;
import dev.odradek.statestore.core.KnownMachine;
import dev.odradek.statestore.core.Meta;
import dev.odradek.statestore.core.Newest;
import dev.odradek.statestore.item.Item;
import dev.odradek.statestore.partition.Core;
import dev.odradek.statestore.partition.PartitionHistory;
import dev.odradek.statestore.rehearse.CannotRehearseException.Why;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.route.Routing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One partition's record decided twice: as it was, which must give what was recorded, and under the proposal.
 *
 * <p>Effects are dropped in both. First every fact before the span, then {@link #begin}, then each command of the span,
 * then {@link #finish}.
 */
public final class Rehearsal {
    private final Shelf shelf;
    private final Worlds worlds;
    private final Decider decider;
    private final Proposal proposal;
    private final PartitionHistory history = new PartitionHistory();
    private Version version;
    private long commands;
    private long leftOut;
    private Tally.Elsewhere elsewhere = Tally.NONE.others();

    public Rehearsal(Shelf shelf, Decider decider, Proposal proposal) {
        this.shelf = shelf;
        this.worlds = new Worlds(shelf);
        this.decider = decider;
        this.proposal = proposal;
        this.version = new Version(proposal, 0, 0);
    }

    /** A fact from before the span. */
    public void before(EventRecord fact) {
        history.evolve(worlds.recorded(), fact);
    }

    /** The proposal comes to a partition, just before the command at {@code offset}. */
    public void begin(int partition, int partitions, long offset) {
        Meta meta = Meta.of(worlds.recorded());
        if (meta.level() > Core.NEWEST_LEVEL) {
            throw new CannotRehearseException(
                    Why.NOT_THE_RECORD,
                    "partition " + partition + " decides at level " + meta.level() + ", but this version knows levels"
                            + " 1 to " + Core.NEWEST_LEVEL);
        }
        if (Routing.home(proposal.tenant(), proposal.machine(), partitions) == partition) {
            refuseIfBad(decided(partition, offset, proposal.define()));
        }
        int newest = newest();
        KnownMachine last = worlds.recorded().get(KnownMachine.key(proposal.tenant(), proposal.machine(), newest));
        boolean known = last != null && last.definition().equals(proposal.definition());
        version = new Version(proposal, newest, known ? newest : newest + 1);
        if (!known) {
            CommandRecord adopt = proposal.adopt(version.proposed());
            Decision learnt = decided(partition, offset, adopt);
            refuseIfBad(learnt);
            compareItems(new Input(partition, offset, meta.now(), adopt), List.of(), learnt.facts());
            worlds.apply(Collections.emptySortedMap(), learnt.rows());
        }
    }

    /** The newest version of the machine that is recorded so far; 0 is none. */
    public int newest() {
        return Newest.of(worlds.recorded(), proposal.tenant(), proposal.machine())
                .version();
    }

    /** The next command of the span. */
    public void step(Recorded recorded) {
        commands++;
        Decision was = decider.decide(worlds.recorded(), recorded);
        control(recorded, was);
        Input input = recorded.input();
        if (recorded.unreadable() != null || !input.record().tenant().equals(proposal.tenant())) {
            // Tenants share no row but the clock and the level, which are the same in both worlds.
            worlds.apply(was.rows(), was.rows());
        } else if (version.replaces(input.record())) {
            leftOut++;
            compareItems(input, was.facts(), List.of());
            SortedMap<Key<?>, @Nullable Object> clock = new TreeMap<>();
            clock.put(Meta.KEY, was.rows().get(Meta.KEY));
            worlds.apply(was.rows(), clock);
        } else {
            Decision would = decider.decide(worlds.rehearsed(), recorded.with(version.rebound(input.record())));
            compareItems(input, was.facts(), would.facts());
            compareOthers(input, others(was.facts()), others(would.facts()));
            worlds.apply(was.rows(), would.rows());
        }
    }

    /** Shows every item that would have gone another way, and counts the others. */
    public Tally finish(Consumer<ItemDifference> differences) {
        long[] counts = new long[3];
        shelf.each(Mark.PREFIX, Mark.class, Long.MAX_VALUE, mark -> {
            if (mark.isSame()) {
                counts[0]++;
            } else if (mark.isSameWay()) {
                counts[1]++;
            } else {
                counts[2]++;
                var key = Item.key(proposal.tenant(), mark.id());
                differences.accept(ItemDifference.of(
                        mark, worlds.recorded().get(key), worlds.rehearsed().get(key)));
            }
        });
        return new Tally(commands, leftOut, counts[0], counts[1], counts[2], elsewhere);
    }

    private Decision decided(int partition, long offset, CommandRecord command) {
        return decider.decide(
                worlds.rehearsed(), new Recorded(new Input(partition, offset, 0, command), null, List.of()));
    }

    /** A repeat of what is known is no fault. */
    private static void refuseIfBad(Decision decision) {
        for (EventRecord fact : decision.facts()) {
            if (fact.event() instanceof Event.Refused no && no.reason() != Refusal.DUPLICATE) {
                throw new CannotRehearseException(Why.BAD_DEFINITION, no.message());
            }
        }
    }

    /** What was recorded is what the same rows and the same command lead to, or nothing else here means anything. */
    private static void control(Recorded recorded, Decision was) {
        List<byte[]> found = recorded.facts();
        boolean same = found.size() == was.facts().size();
        for (int i = 0; same && i < found.size(); i++) {
            same = Arrays.equals(found.get(i), Formats.EVENTS.write(was.facts().get(i)));
        }
        if (same) {
            return;
        }
        Input input = recorded.input();
        List<Event> events =
                found.stream().map(bytes -> Formats.EVENTS.read(bytes).event()).toList();
        throw new CannotRehearseException(
                Why.NOT_THE_RECORD,
                "at command " + input.partition() + ":" + input.offset() + " ("
                        + input.record().command().type() + " of "
                        + Core.subject(input.record().command())
                        + ") the same rows lead elsewhere than was recorded: recorded " + Words.of(events)
                        + "; decided again " + Words.of(events(was.facts())));
    }

    private void compareItems(Input input, List<EventRecord> was, List<EventRecord> would) {
        SortedMap<String, List<Event>> wasItems = items(was);
        SortedMap<String, List<Event>> wouldItems = items(would);
        TreeSet<String> touched = new TreeSet<>(wasItems.keySet());
        touched.addAll(wouldItems.keySet());
        for (String id : touched) {
            List<Event> here = wasItems.getOrDefault(id, List.of());
            List<Event> there = wouldItems.getOrDefault(id, List.of());
            Mark mark = shelf.get(Mark.key(id));
            Mark next = (mark == null ? Mark.fresh(id) : mark).and(here, there, () -> First.at(input, here, there));
            if (!next.equals(mark)) {
                shelf.put(Mark.key(id), next);
            }
        }
    }

    private void compareOthers(Input input, List<Event> was, List<Event> would) {
        if (!was.equals(would)) {
            elsewhere = elsewhere.and(First.at(input, was, would));
        }
    }

    private static SortedMap<String, List<Event>> items(List<EventRecord> facts) {
        SortedMap<String, List<Event>> items = new TreeMap<>();
        for (EventRecord fact : facts) {
            if (Course.isAboutItem(fact)) {
                items.computeIfAbsent(fact.entityId(), id -> new ArrayList<>()).add(fact.event());
            }
        }
        return items;
    }

    /** That a definition becomes known is the rehearsal's own doing. */
    private static List<Event> others(List<EventRecord> facts) {
        return facts.stream()
                .filter(fact -> !Course.isAboutItem(fact))
                .map(EventRecord::event)
                .filter(event -> !(event instanceof Event.Defined))
                .toList();
    }

    private static List<Event> events(List<EventRecord> facts) {
        return facts.stream().map(EventRecord::event).toList();
    }
}
