package dev.odradek.statestore.item;

import dev.odradek.statestore.core.Draft;
import dev.odradek.statestore.core.Outcome;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.QueueCommand;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.Refusal;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Decides what follows from a wish about an item or a queue. Pure: same rows, command and time, same facts. */
public final class ItemDecider implements ItemCommand.Cases<Outcome>, QueueCommand.Cases<Outcome> {
    /** How many of a long line a resume lets go at once; the rest follow as these are claimed. */
    private static final int FIRST_OF_LINE = 500;

    private final Draft draft;
    private final Rules rules;
    private final Moves moves;
    private final Creation creation;
    private final Claims claims;
    private final Operations operations;

    public ItemDecider(Draft draft, Rules rules, int partitions) {
        this.draft = draft;
        this.rules = rules;
        this.moves = new Moves(draft, rules, partitions);
        this.creation = new Creation(draft, rules, moves, partitions);
        this.claims = new Claims(draft, rules, moves, creation);
        this.operations = new Operations(draft, rules, moves, claims);
    }

    @Override
    public Outcome create(ItemCommand.Create c) {
        return creation.create(c);
    }

    /** Brings an item of a known machine about, here or where its key belongs; one that is there is left alone. */
    public void bring(NewItem wanted) {
        creation.bring(wanted);
    }

    /** Why nothing can be created in this machine, if it cannot. */
    public Optional<Outcome> unknownMachine(String machine) {
        return creation.unknownMachine(machine);
    }

    @Override
    public Outcome claim(ItemCommand.Claim c) {
        return Place.at(draft, c.itemId(), c.axis(), at -> claims.claim(at, c));
    }

    @Override
    public Outcome complete(ItemCommand.Complete c) {
        return Place.at(draft, c.itemId(), c.axis(), at -> claims.complete(at, c));
    }

    @Override
    public Outcome fail(ItemCommand.Fail c) {
        return Place.at(draft, c.itemId(), c.axis(), at -> claims.fail(at, c));
    }

    @Override
    public Outcome release(ItemCommand.Release c) {
        return Place.at(draft, c.itemId(), c.axis(), at -> claims.release(at, c));
    }

    @Override
    public Outcome expire(ItemCommand.Expire c) {
        return Place.at(draft, c.itemId(), c.axis(), at -> claims.expire(at, c));
    }

    @Override
    public Outcome transition(ItemCommand.Transition c) {
        return Place.at(draft, c.itemId(), c.axis(), at -> operations.transition(at, c));
    }

    @Override
    public Outcome requeue(ItemCommand.Requeue c) {
        return Place.at(draft, c.itemId(), c.axis(), operations::requeue);
    }

    @Override
    public Outcome wake(ItemCommand.Wake c) {
        return Place.at(draft, c.itemId(), c.axis(), at -> operations.wake(at, c));
    }

    @Override
    public Outcome redispatch(ItemCommand.Redispatch c) {
        return Place.at(draft, c.itemId(), c.axis(), at -> operations.redispatch(at, c));
    }

    @Override
    public Outcome patch(ItemCommand.Patch c) {
        return known(c.itemId(), item -> operations.patch(item, c));
    }

    @Override
    public Outcome cancel(ItemCommand.Cancel c) {
        return known(c.itemId(), item -> operations.cancel(item, c));
    }

    @Override
    public Outcome pause(QueueCommand.Pause c) {
        Queue queue = Queue.of(draft, draft.tenant(), c.queue());
        if (rules.isPaused(queue)
                || rules.isRepeat(queue.recent(), draft.command().id())) {
            return repeated(c);
        }
        draft.emit(c.queue(), new Event.Paused(c.queue(), c.reason()));
        return Outcome.applied();
    }

    @Override
    public Outcome resume(QueueCommand.Resume c) {
        Queue queue = Queue.of(draft, draft.tenant(), c.queue());
        if (!queue.paused() || rules.isRepeat(queue.recent(), draft.command().id())) {
            return repeated(c);
        }
        draft.emit(c.queue(), new Event.Resumed(c.queue()));
        moves.letGo(c.queue(), FIRST_OF_LINE);
        return Outcome.applied();
    }

    private Outcome known(String itemId, Function<Item, Outcome> decision) {
        @Nullable Item item = draft.get(Item.key(draft.tenant(), itemId));
        return item == null
                ? Outcome.refused(Refusal.UNKNOWN_ITEM, "there is no item " + itemId)
                : decision.apply(item);
    }

    private static Outcome repeated(QueueCommand c) {
        return new Outcome.Repeated(new Answer.Applied(c.queue(), c.type(), 0));
    }
}
