package dev.odradek.runtime;

import static java.util.Objects.requireNonNull;

import dev.odradek.topics.format.Json;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What became of a piece of work. */
public sealed interface Result {

    /** Moves on to where the claim rule says. */
    static Done done() {
        return new Done(null, null, false);
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
     * The work is done.
     *
     * @param to the state to move to; absent, the claim rule's own
     * @param patch what changes in the payload, field by field
     * @param keep holds on to the claim: only the bearer of the token can move the axis on
     */
    record Done(@Nullable String to, @Nullable JsonNode patch, boolean keep) implements Result {

        public Done to(String state) {
            return new Done(requireNonNull(state, "state"), patch, keep);
        }

        /** Anything that becomes a JSON object: a map, a record, a node. */
        public Done patch(Object fields) {
            return new Done(to, Json.mapper().valueToTree(fields), keep);
        }

        public Done keeping() {
            return new Done(to, patch, true);
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

    /** One method per result. */
    interface Cases<R> {
        R done(Done r);

        R retry(Retry r);

        R giveUp(GiveUp r);
    }
}
