package dev.odradek.topics.command;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A wish about one item. */
public sealed interface ItemCommand extends Command {

    String itemId();

    <R> R match(Cases<R> cases);

    /** Puts a new item into its machine's initial states; the same id a second time changes nothing. */
    record Create(NewItem item, @Nullable String parent) implements ItemCommand {
        public Create {
            requireNonNull(item, "item");
        }

        @Override
        public String itemId() {
            return item.itemId();
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.create(this);
        }
    }

    /**
     * Asks for the work that was dispatched under this epoch.
     *
     * @param incarnation under which the worker says that it is there; absent: only the lease's duration counts
     */
    record Claim(
            String itemId,
            String axis,
            long epoch,
            String worker,
            String claimId,
            @Nullable String incarnation) implements ItemCommand {
        public Claim(String itemId, String axis, long epoch, String worker, String claimId) {
            this(itemId, axis, epoch, worker, claimId, null);
        }

        public Claim {
            requireNonNull(itemId, "item_id");
            requireNonNull(axis, "axis");
            requireNonNull(worker, "worker");
            requireNonNull(claimId, "claim_id");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.claim(this);
        }
    }

    /**
     * Says the work is done: moves on, patches the payload and spawns items, all or nothing.
     *
     * <p>{@code to} absent means the claim rule's own target; {@code keep} holds on to the claim.
     */
    record Complete(
            String itemId,
            String axis,
            Token token,
            String worker,
            @Nullable String to,
            @Nullable JsonNode patch,
            List<NewItem> spawn,
            boolean keep)
            implements ItemCommand {
        public Complete {
            requireNonNull(itemId, "item_id");
            requireNonNull(axis, "axis");
            requireNonNull(token, "token");
            requireNonNull(worker, "worker");
            spawn = spawn == null ? List.of() : List.copyOf(spawn);
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.complete(this);
        }
    }

    /** Says the work did not succeed, and whether trying again makes sense. */
    record Fail(
            String itemId,
            String axis,
            Token token,
            String worker,
            Kind kind,
            String error,
            @Nullable Long retryAfterMs)
            implements ItemCommand {
        public Fail {
            requireNonNull(itemId, "item_id");
            requireNonNull(axis, "axis");
            requireNonNull(token, "token");
            requireNonNull(worker, "worker");
            requireNonNull(kind, "kind");
            error = error == null ? "" : error;
        }

        /** Who decides what follows: the handler, or the claim rule after an unexpected exception. */
        public enum Kind {
            RETRY,
            GIVE_UP,
            EXCEPTION
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.fail(this);
        }
    }

    /** Gives the work back untouched: it is offered again and no attempt is counted. */
    record Release(String itemId, String axis, Token token, String worker) implements ItemCommand {
        public Release {
            requireNonNull(itemId, "item_id");
            requireNonNull(axis, "axis");
            requireNonNull(token, "token");
            requireNonNull(worker, "worker");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.release(this);
        }
    }

    /** Moves an axis nobody holds along one of its declared edges. */
    record Transition(
            String itemId, String axis, String to, @Nullable JsonNode patch) implements ItemCommand {
        public Transition {
            requireNonNull(itemId, "item_id");
            requireNonNull(axis, "axis");
            requireNonNull(to, "to");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.transition(this);
        }
    }

    /** Changes the payload, field by field; it can never move an axis. */
    record Patch(String itemId, JsonNode patch) implements ItemCommand {
        public Patch {
            requireNonNull(itemId, "item_id");
            requireNonNull(patch, "patch");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.patch(this);
        }
    }

    /** Ends every axis that has not ended yet; whoever holds one is told. */
    record Cancel(String itemId, @Nullable String reason) implements ItemCommand {
        public Cancel {
            requireNonNull(itemId, "item_id");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.cancel(this);
        }
    }

    /** An operator's second chance: a failed axis is offered again, its attempts forgotten. */
    record Requeue(String itemId, String axis) implements ItemCommand {
        public Requeue {
            requireNonNull(itemId, "item_id");
            requireNonNull(axis, "axis");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.requeue(this);
        }
    }

    /** A back-off or delay is over. */
    record Wake(String itemId, String axis, long epoch) implements ItemCommand {
        public Wake {
            requireNonNull(itemId, "item_id");
            requireNonNull(axis, "axis");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.wake(this);
        }
    }

    /**
     * Nobody has claimed this epoch for so long that its dispatch may be lost.
     *
     * @param redispatchAt for which time the offer said so, if it has no timer: a repeat has the same epoch and another
     *     time, so what comes twice counts once
     */
    record Redispatch(
            String itemId,
            String axis,
            long epoch,
            @Nullable Long redispatchAt) implements ItemCommand {
        public Redispatch {
            requireNonNull(itemId, "item_id");
            requireNonNull(axis, "axis");
        }

        /** Of an offer that has a timer. */
        public Redispatch(String itemId, String axis, long epoch) {
            this(itemId, axis, epoch, null);
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.redispatch(this);
        }
    }

    /** The holder of this epoch has gone silent or let its lease run out. */
    record Expire(String itemId, String axis, long epoch) implements ItemCommand {
        public Expire {
            requireNonNull(itemId, "item_id");
            requireNonNull(axis, "axis");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.expire(this);
        }
    }

    /** One method per command: adding a command breaks the build until every reader answers it. */
    interface Cases<R> {
        R create(Create c);

        R claim(Claim c);

        R complete(Complete c);

        R fail(Fail c);

        R release(Release c);

        R transition(Transition c);

        R patch(Patch c);

        R cancel(Cancel c);

        R requeue(Requeue c);

        R wake(Wake c);

        R redispatch(Redispatch c);

        R expire(Expire c);
    }
}
