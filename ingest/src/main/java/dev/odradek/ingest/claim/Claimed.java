package dev.odradek.ingest.claim;

import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Dispatch;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A claim that was granted, with all that its worker needs to start.
 *
 * @param cause where in the log it was
 */
record Claimed(ClaimHandle handle, Dispatch dispatch, Answer.Granted grant, Cause cause, long grantedAt) {

    static Claimed of(Offer offer, ClaimHandle.Holder worker, Answer.Granted grant, Cause cause, long now) {
        Token token = new Token(grant.epoch(), grant.claimId());
        ClaimHandle handle =
                new ClaimHandle(offer.key(), token, offer.dispatch().partitionKey(), worker);
        return new Claimed(handle, offer.dispatch(), grant, cause, now);
    }

    Duration lease() {
        return Duration.ofMillis(grant.leaseMs());
    }

    /**
     * As the worker reads it.
     *
     * @param silence how long the worker may be silent, if it says that it is there
     */
    Map<String, Object> document(Duration silence) {
        Map<String, Object> item = new LinkedHashMap<>();
        item.put("id", dispatch.itemId());
        item.put("machine", dispatch.machine());
        item.put("version", dispatch.version());
        item.put("axis", dispatch.axis());
        item.put("queue", dispatch.queue());
        item.put("payload", dispatch.payload());
        item.put("created_at", dispatch.createdAt());
        item.put("attempt", grant.attempt());
        item.put("partition_key", dispatch.partitionKey());
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("claim", handle.text());
        document.put("item", item);
        document.put("epoch", grant.epoch());
        document.put("lease_ms", grant.leaseMs());
        document.put("lease_expires_at", grantedAt + grant.leaseMs());
        if (handle.holder().incarnation() != null) {
            document.put("silence_ms", silence.toMillis());
        }
        return document;
    }
}
