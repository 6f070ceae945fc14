package dev.odradek.statestore.read;

import org.jspecify.annotations.Nullable;

/**
 * A record that could not be read or applied.
 *
 * @param id by which it is shown and sent again
 * @param key as text where it is one, with what is not text replaced
 */
public record LetterView(
        String id,
        @Nullable String topic,
        @Nullable Integer partition,
        @Nullable Long offset,
        String reason,
        @Nullable String key,
        @Nullable String value,
        long at,
        @Nullable Long redrivenAt) {

    /** The same for a list: a record may be large. */
    public LetterView withoutPayload() {
        return new LetterView(id, topic, partition, offset, reason, null, null, at, redrivenAt);
    }
}
