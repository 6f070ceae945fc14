package dev.odradek.ingest.item;

import dev.odradek.ingest.http.Problem;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.route.Ids;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Makes an item of what a producer sent, or says what is wrong with it. */
final class Drafts {
    private static final int LONGEST = 255;

    private Drafts() {}

    static NewItem of(String tenant, ItemBody body) {
        String machine = name("machine", body.machine());
        if (machine == null) {
            throw Problem.BAD_REQUEST.because(
                    "machine must name the machine that the item is for, but is missing; GET /v1/machines lists them.");
        }
        String key = name("partition_key", body.partitionKey());
        String idempotency = name("Idempotency-Key", body.idempotencyKey());
        String id = idempotency == null ? Ids.fresh() : Ids.forKey(tenant, idempotency, key);
        JsonNode payload =
                body.payload() == null ? JsonNodeFactory.instance.objectNode() : Absence.dropNulls(body.payload());
        return new NewItem(id, machine, 0, key, payload, delay(body));
    }

    private static long delay(ItemBody body) {
        if (body.delayMs() != null && body.startAt() != null) {
            throw Problem.BAD_REQUEST.because("delay_ms and start_at exclude each other; leave out one.");
        }
        if (body.startAt() != null) {
            return Delays.within("The time until start_at", Math.max(0, until(body.startAt())));
        }
        return body.delayMs() == null ? 0 : Delays.within("delay_ms", body.delayMs());
    }

    private static long until(String time) {
        try {
            Instant at = OffsetDateTime.parse(time).toInstant();
            // Rounded up, for it must not start before its time.
            return Duration.between(Instant.now(), at).plusNanos(999_999).toMillis();
        } catch (DateTimeException | ArithmeticException e) {
            throw Problem.BAD_REQUEST.because(
                    "start_at must be a time such as 2026-03-01T08:00:00Z, was " + time + ".");
        }
    }

    /** Names get into keys and before people's eyes. */
    static @Nullable String name(String what, @Nullable String text) {
        if (text != null
                && (text.isBlank() || text.length() > LONGEST || text.chars().anyMatch(Character::isISOControl))) {
            throw Problem.BAD_REQUEST.because(
                    what + " must hold 1 to " + LONGEST + " printable characters, but does not.");
        }
        return text;
    }
}
