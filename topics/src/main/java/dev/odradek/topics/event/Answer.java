package dev.odradek.topics.event;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;

/** What an asker must hear. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "type")
public sealed interface Answer {

    <R> R match(Cases<R> cases);

    /** The claim is yours: start. */
    record Granted(String itemId, String axis, long epoch, String claimId, int attempt, long leaseMs)
            implements Answer {
        public Granted {
            requireNonNull(itemId, "item_id");
            requireNonNull(axis, "axis");
            requireNonNull(claimId, "claim_id");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.granted(this);
        }
    }

    /** The command changed nothing, and why; {@code holder} is who holds the axis instead. */
    record Denied(
            String entityId,
            String command,
            Refusal reason,
            String message,
            @Nullable String holder) implements Answer {
        public Denied {
            requireNonNull(entityId, "entity_id");
            requireNonNull(command, "command");
            requireNonNull(reason, "reason");
            message = message == null ? "" : message;
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.denied(this);
        }
    }

    /** The command is applied; {@code version} where the core assigned one. */
    record Applied(String entityId, String command, int version) implements Answer {
        public Applied {
            requireNonNull(entityId, "entity_id");
            requireNonNull(command, "command");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.applied(this);
        }
    }

    /** You no longer hold this: stop. */
    record Revoked(String itemId, String axis, long epoch, String claimId, String reason) implements Answer {
        public Revoked {
            requireNonNull(itemId, "item_id");
            requireNonNull(axis, "axis");
            requireNonNull(claimId, "claim_id");
            reason = reason == null ? "" : reason;
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.revoked(this);
        }
    }

    /** One partition was swept at once: how many leases were taken back. */
    record Reaped(int partition, long count) implements Answer {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.reaped(this);
        }
    }

    /** One method per answer. */
    interface Cases<R> {
        R granted(Granted a);

        R denied(Denied a);

        R applied(Applied a);

        R revoked(Revoked a);

        R reaped(Reaped a);
    }
}
