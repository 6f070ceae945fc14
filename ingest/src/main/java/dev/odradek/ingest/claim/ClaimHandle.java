package dev.odradek.ingest.claim;

import dev.odradek.topics.command.Token;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.route.Ids;
import dev.odradek.topics.route.Routing;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * A claim as its worker holds it: opaque to the worker, and all that any instance needs to act on it.
 *
 * <p>It proves nothing by itself: the core listens only to the epoch and the claim id it granted.
 */
record ClaimHandle(AxisKey key, Token token, String partitionKey, Holder holder) {
    /** Longer ones are not ours. */
    private static final int LONGEST = 8_192;

    /** Who holds the claim, and under which incarnation it says that it is there, if it does. */
    record Holder(String worker, @Nullable String incarnation) {
        /** By the worker's own word: two that call their incarnations alike are two all the same. */
        static Holder of(String tenant, String worker, @Nullable String said) {
            return new Holder(worker, said == null ? null : Ids.derived(tenant, worker, said));
        }
    }

    /** In this order, since handles outlive releases. */
    private record Wire(
            String t,
            String i,
            String a,
            long e,
            String c,
            String p,
            String w,
            @Nullable String n) {}

    String text() {
        Wire wire = new Wire(
                key.tenant(),
                key.itemId(),
                key.axis(),
                token.epoch(),
                token.claimId(),
                partitionKey,
                holder.worker(),
                holder.incarnation());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Json.bytes(wire));
    }

    /**
     * Absent: no instance ever gave this out.
     *
     * @param partitions how many there are
     */
    static Optional<ClaimHandle> parse(String text, int partitions) {
        if (text.length() > LONGEST) {
            return Optional.empty();
        }
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text.getBytes(StandardCharsets.UTF_8));
            return Optional.ofNullable(Json.mapper().readValue(bytes, Wire.class))
                    .flatMap(wire -> of(wire, partitions));
        } catch (IllegalArgumentException | JacksonException e) {
            return Optional.empty();
        }
    }

    // What comes from outside may lack anything, whatever the types say.
    @SuppressWarnings("NullAway")
    private static Optional<ClaimHandle> of(Wire wire, int partitions) {
        if (wire.t() == null
                || wire.i() == null
                || wire.a() == null
                || wire.c() == null
                || wire.p() == null
                || wire.w() == null) {
            return Optional.empty();
        }
        int partition = Routing.partition(wire.t(), wire.p(), partitions);
        return Optional.of(new ClaimHandle(
                new AxisKey(wire.t(), partition, wire.i(), wire.a()),
                new Token(wire.e(), wire.c()),
                wire.p(),
                new Holder(wire.w(), wire.n())));
    }
}
