package dev.odradek.statestore.stream;

import dev.odradek.statestore.core.Key;
import dev.odradek.statestore.core.View;
import dev.odradek.statestore.item.Item;
import dev.odradek.statestore.item.Payload;
import dev.odradek.topics.format.Json;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one partition in its store, with the latest kept decoded unless they are items, and what was not there
 * kept as absent: every command reads a definition and some queues, and most queues have no row.
 *
 * <p>Of the items only the last one is kept: they are many, and to decode one that the store has at hand takes a
 * microsecond; decoded, they are dozens of objects each for the collector to carry.
 *
 * <p>The decoded rows live and die with the task: an aborted transaction closes the task, so they can never be ahead of
 * the store.
 */
final class StoreView implements View {
    /** What a row takes besides its text, about: its key, and the objects it is made of. */
    private static final int ROW = 400;

    /** How much more room a text takes decoded, about. */
    private static final int DECODED = 3;

    /** Few rows are larger, and those are read seldom. */
    private static final int LARGE = 8 * 1024;

    private static final int SMALL_PAYLOAD = 512;
    private static final Object ABSENT = new Object();

    /** With each item that is read: after as many commands every item that was there before is known. */
    private static final int SEEN_AT_ONCE = 2;

    private final KeyValueStore<String, byte[]> store;
    private final Generations<Object> decoded;
    private final ItemFilter items;
    /** The item that was read or stored last: one decision asks for it several times. */
    private String lastKey = "";

    private @Nullable Item lastItem;

    /** @param bytes how much of the heap the decoded rows may take, about */
    StoreView(KeyValueStore<String, byte[]> store, long bytes) {
        this.store = store;
        this.decoded = new Generations<>(bytes);
        this.items = new ItemFilter(store);
    }

    @Override
    public <T> @Nullable T get(Key<T> key) {
        if (key.type() == Item.class) {
            if (key.text().equals(lastKey)) {
                return key.type().cast(lastItem);
            }
            items.see(SEEN_AT_ONCE);
            if (items.isNew(key.text())) {
                remember(key, null, 0);
                return null;
            }
        }
        Object known = decoded.get(key.text());
        if (known != null) {
            return known == ABSENT ? null : key.type().cast(known);
        }
        byte[] bytes = store.get(key.text());
        T row = bytes == null ? null : Json.readRow(bytes, key.type());
        remember(key, row, bytes == null ? 0 : bytes.length);
        return row;
    }

    /** Stores one row as a decision left it. */
    void apply(RowChange change) {
        store.put(change.key().text(), change.bytes());
        if (change.row() instanceof Item) {
            items.add(change.key().text());
        }
        remember(change.key(), change.row(), change.bytes() == null ? 0 : change.bytes().length);
    }

    private void remember(Key<?> key, @Nullable Object row, int bytes) {
        if (key.type() == Item.class) {
            lastKey = key.text();
            lastItem = (Item) row;
            return;
        }
        // Payloads may be large and are read once per dispatch: the store's own cache serves those.
        if (bytes > LARGE || (key.type() == Payload.class && bytes > SMALL_PAYLOAD)) {
            decoded.remove(key.text());
        } else {
            decoded.put(key.text(), row == null ? ABSENT : row, ROW + DECODED * (long) bytes);
        }
    }
}
