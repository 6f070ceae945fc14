package dev.odradek.client;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What became of an item. */
public sealed interface Result {

    /** Moves on to where the claim rule says. */
    static Done done() {
        return new Done(null, null, List.of(), false);
    }

    /** Did not work this time, may work later. */
    static Retry retry(String error) {
        return new Retry(error, null);
    }

    /** Will never work. */
    static GiveUp giveUp(String reason) {
        return new GiveUp(reason);
    }

    <R> R match(Cases<R> cases);

    /**
     * The item is done.
     *
     * @param to the state to move to; absent, the claim rule's own
     * @param patch what changes in the payload, field by field
     * @param spawn items to create in the same step
     * @param keep holds on to the claim
     */
    record Done(@Nullable String to, @Nullable JsonNode patch, List<JsonNode> spawn, boolean keep) implements Result {
        public Done {
            spawn = List.copyOf(spawn);
        }

        public Done to(String state) {
            return new Done(requireNonNull(state, "state"), patch, spawn, keep);
        }

        /** Anything that becomes a JSON object: a map, a record, a node. */
        public Done patch(Object fields) {
            return new Done(to, Wire.JSON.valueToTree(fields), spawn, keep);
        }

        /** One more item of that machine. */
        public Done spawn(String machine, Object payload) {
            List<JsonNode> more = new ArrayList<>(spawn);
            ObjectNode item = Wire.JSON.createObjectNode().put("machine", machine);
            more.add(item.set("payload", Wire.JSON.valueToTree(payload)));
            return new Done(to, patch, more, keep);
        }

        public Done keeping() {
            return new Done(to, patch, spawn, true);
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.done(this);
        }
    }

    /** Try again; {@code after} absent means the claim rule's back-off. */
    record Retry(String error, @Nullable Duration after) implements Result {
        public Retry {
            requireNonNull(error, "error");
        }

        public Retry after(Duration delay) {
            return new Retry(error, delay);
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.retry(this);
        }
    }

    /** Trying again makes no sense. */
    record GiveUp(String reason) implements Result {
        public GiveUp {
            requireNonNull(reason, "reason");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.giveUp(this);
        }
    }

    /** The handler threw; the claim rule says what follows. */
    record Failed(String error) implements Result {
        public Failed {
            requireNonNull(error, "error");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.failed(this);
        }
    }

    /** One method per result. */
    interface Cases<R> {
        R done(Done r);

        R retry(Retry r);

        R giveUp(GiveUp r);

        R failed(Failed r);
    }
}
