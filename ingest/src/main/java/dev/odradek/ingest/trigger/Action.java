package dev.odradek.ingest.trigger;

import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** What a delivery leads to. */
sealed interface Action {

    /**
     * A new item.
     *
     * @param payload its fields; absent: the body itself
     */
    record CreateItem(
            String machine,
            @Nullable Source partitionKey,
            @Nullable SortedMap<String, Source> payload) implements Action {}

    /**
     * A step of an item that is there, along a legal edge or not at all.
     *
     * @param key the idempotency key it was created with, {@code {id}} being what was found; absent: that is its id
     * @param eitherHyphens whether an id that is not known is tried again with its hyphens toggled
     */
    record MoveItem(
            Source id,
            @Nullable String key,
            boolean eitherHyphens,
            @Nullable Source partitionKey,
            String axis,
            String to,
            SortedMap<String, Source> patch)
            implements Action {
        static final String ID = "{id}";
    }
}
