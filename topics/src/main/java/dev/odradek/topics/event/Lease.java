package dev.odradek.topics.event;

import static java.util.Objects.requireNonNull;

import dev.odradek.topics.command.Asker;
import org.jspecify.annotations.Nullable;

/** Who holds an axis, since when and for how long; its epoch stands on the axis. */
public record Lease(
        String holder,
        String claimId,
        String queue,
        long claimedAt,
        long leaseMs,
        @Nullable Asker asker) {
    public Lease {
        requireNonNull(holder, "holder");
        requireNonNull(claimId, "claim_id");
        requireNonNull(queue, "queue");
    }

    public long expiresAt() {
        return claimedAt + leaseMs;
    }
}
