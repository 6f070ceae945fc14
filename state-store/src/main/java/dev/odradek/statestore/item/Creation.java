package dev.odradek.statestore.item;

import static java.util.Objects.requireNonNull;

import dev.odradek.statestore.core.Draft;
import dev.odradek.statestore.core.Effect;
import dev.odradek.statestore.core.KnownMachine;
import dev.odradek.statestore.core.Names;
import dev.odradek.statestore.core.Newest;
import dev.odradek.statestore.core.Outcome;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.event.Why;
import dev.odradek.topics.machine.Axis;
import dev.odradek.topics.machine.Machine;
import dev.odradek.topics.route.Routing;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;

/** How items come to be: posted, spawned by a completion in the same step, or brought by a schedule. */
public final class Creation {
    private final Draft draft;
    private final Rules rules;
    private final Moves moves;
    private final int partitions;

    Creation(Draft draft, Rules rules, Moves moves, int partitions) {
        this.draft = draft;
        this.rules = rules;
        this.moves = moves;
        this.partitions = partitions;
    }

    Outcome create(Create c) {
        NewItem wanted = c.item();
        if (!rules.isHere(draft.tenant(), draft.command().partitionKey(), draft.partition(), partitions)) {
            return Outcome.refused(
                    Refusal.WRONG_PARTITION, "key " + draft.command().partitionKey() + " belongs to another partition");
        }
        Item existing = draft.get(Item.key(draft.tenant(), wanted.itemId()));
        if (rules.isTaken(existing)) {
            return same(requireNonNull(existing), wanted)
                    ? new Outcome.Repeated(new Answer.Applied(wanted.itemId(), "Create", 0))
                    : Outcome.refused(Refusal.CONFLICT, "item " + wanted.itemId() + " exists with other content");
        }
        Optional<Integer> version = version(wanted);
        if (version.isEmpty()) {
            return unknown(wanted);
        }
        begin(wanted, version.get(), draft.command().partitionKey(), c.parent());
        return Outcome.applied();
    }

    /** Why a completion may not spawn these, if it may not. */
    Optional<Outcome> check(Item parent, List<NewItem> wanted) {
        for (NewItem each : wanted) {
            Optional<Outcome> unfit = Names.check(draft.tenant(), each.itemId());
            if (unfit.isPresent()) {
                return unfit;
            }
            boolean here = key(parent, each).equals(parent.partitionKey());
            Item existing = here ? draft.get(Item.key(draft.tenant(), each.itemId())) : null;
            if (version(each).isEmpty() && (here || each.version() == 0)) {
                return Optional.of(unknown(each));
            }
            if (existing != null && !same(existing, each)) {
                return Optional.of(Outcome.refused(
                        Refusal.CONFLICT, "spawned item " + each.itemId() + " exists with other content"));
            }
        }
        return Optional.empty();
    }

    /** In place where the key is the parent's; by a follow-up command where it is another. */
    void spawn(Item parent, Complete c) {
        for (NewItem each : c.spawn()) {
            String key = key(parent, each);
            if (!key.equals(parent.partitionKey())) {
                String by = "spawn/" + parent.id() + "/" + c.axis() + "/"
                        + c.token().epoch() + "/";
                // One id with two keys is two items, and each needs a slot until it has been sent.
                String id = draft.level() < 5
                        ? by + each.itemId()
                        : by + each.itemId().length() + "/" + each.itemId() + "/" + key;
                send(id, each, key, parent.id());
            } else if (draft.get(Item.key(draft.tenant(), each.itemId())) == null) {
                begin(each, version(each).orElseThrow(), key, parent.id());
            }
        }
    }

    /** Without a parent: in place where its key belongs here; by a follow-up command where it does not. */
    void bring(NewItem wanted) {
        String key = wanted.ownKey();
        if (!rules.isHere(draft.tenant(), key, draft.partition(), partitions)) {
            send("spawn/" + wanted.itemId(), wanted, key, null);
        } else if (draft.get(Item.key(draft.tenant(), wanted.itemId())) == null) {
            begin(wanted, version(wanted).orElseThrow(), key, null);
        }
    }

    /** Why nothing can be created in this machine, if it cannot. */
    Optional<Outcome> unknownMachine(String machine) {
        NewItem any = NewItem.of("any", machine, JsonNodeFactory.instance.objectNode());
        return version(any).isEmpty() ? Optional.of(unknown(any)) : Optional.empty();
    }

    private void begin(NewItem wanted, int version, String key, @Nullable String parent) {
        Machine machine = requireNonNull(draft.get(KnownMachine.key(draft.tenant(), wanted.machine(), version)))
                .machine();
        Entry entry = new Entry(Why.TRANSITIONED, 0, null, Lane.NORMAL, Math.max(0, wanted.delayMs()), false);
        Map<String, AxisState> axes = new TreeMap<>();
        machine.axes().forEach((name, axis) -> axes.put(name, start(axis, entry)));
        draft.emit(
                wanted.itemId(),
                new Event.Created(wanted.machine(), version, key, parent, wanted.payload(), new TreeMap<>(axes)));
        Item item = requireNonNull(draft.get(Item.key(draft.tenant(), wanted.itemId())));
        axes.forEach((name, state) -> moves.settle(new Place(item, name, state, machine)));
    }

    private AxisState start(Axis axis, Entry entry) {
        var rule = axis.claimFrom(axis.initial());
        var wakeup = moves.reason(axis, axis.initial(), rule, entry);
        return new AxisState(axis.initial(), null, rule.isPresent() ? 1 : 0, 0, wakeup, null, null, null);
    }

    private void send(String id, NewItem each, String key, @Nullable String parent) {
        // It names the version this partition knows: one that has not heard of it yet parks the item, not refuses it.
        CommandRecord create = CommandRecord.of(draft.tenant(), id, key, new Create(bound(each), parent));
        int partition = Routing.partition(draft.tenant(), key, partitions);
        draft.effect(new Effect.SetTimer(draft.tenant(), id, new Timer.Send(partition, create)));
    }

    /** The version to bind to, if this partition knows it. */
    private Optional<Integer> version(NewItem wanted) {
        int version = wanted.version() == 0
                ? Newest.of(draft, draft.tenant(), wanted.machine()).version()
                : wanted.version();
        return draft.get(KnownMachine.key(draft.tenant(), wanted.machine(), version)) == null
                ? Optional.empty()
                : Optional.of(version);
    }

    private NewItem bound(NewItem wanted) {
        int version = version(wanted).orElse(wanted.version());
        return new NewItem(
                wanted.itemId(), wanted.machine(), version, wanted.partitionKey(), wanted.payload(), wanted.delayMs());
    }

    private static Outcome unknown(NewItem wanted) {
        String what = wanted.version() == 0 ? wanted.machine() : wanted.machine() + " version " + wanted.version();
        return Outcome.refused(Refusal.UNKNOWN_MACHINE, "there is no machine " + what);
    }

    private static String key(Item parent, NewItem child) {
        return child.partitionKey() == null ? parent.partitionKey() : child.partitionKey();
    }

    private static boolean same(Item existing, NewItem wanted) {
        return existing.origin()
                .equals(ItemHistory.origin(wanted.machine(), wanted.payload().toString()));
    }
}
