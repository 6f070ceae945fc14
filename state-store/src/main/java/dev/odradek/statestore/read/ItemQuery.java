package dev.odradek.statestore.read;

import org.jspecify.annotations.Nullable;

/**
 * Which items to list, newest first; absent means any.
 *
 * @param failure the group of the error that an axis stands failed with
 * @param holder the worker that holds an axis
 * @param before where the page before this one ended
 */
public record ItemQuery(
        String tenant,
        @Nullable String machine,
        @Nullable String state,
        @Nullable String queue,
        @Nullable String failure,
        @Nullable String holder,
        @Nullable String parent,
        @Nullable Cursor before,
        int limit) {
    public ItemQuery {
        if (limit < 1 || limit > 10_000) {
            throw new IllegalArgumentException("limit must be 1 to 10000, was " + limit);
        }
    }

    /** An item's place in the order of the lists. */
    public record Cursor(long createdAt, String id) {
        public static Cursor parse(String text) {
            int colon = text.indexOf(':');
            try {
                return new Cursor(Long.parseLong(text.substring(0, Math.max(colon, 0))), text.substring(colon + 1));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("before must be the next of an earlier answer, was " + text, e);
            }
        }

        @Override
        public String toString() {
            return createdAt + ":" + id;
        }
    }

    /** Whether an axis must fit, so that the axes are searched rather than the items. */
    public boolean isOfAxes() {
        return state != null || queue != null || failure != null || holder != null;
    }
}
