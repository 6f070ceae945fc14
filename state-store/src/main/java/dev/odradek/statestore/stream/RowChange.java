package dev.odradek.statestore.stream;

import dev.odradek.statestore.core.Decision;
import dev.odradek.statestore.core.Key;
import dev.odradek.statestore.item.Payload;
import dev.odradek.topics.format.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A row on its way into the store, serialised once; absent: a deletion. */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record RowChange(Key<?> key, @Nullable Object row, byte @Nullable [] bytes) {

    static List<RowChange> of(Decision decision) {
        List<RowChange> all = new ArrayList<>(decision.rows().size());
        decision.rows().forEach((key, row) -> all.add(of(key, row)));
        return all;
    }

    private static RowChange of(Key<?> key, @Nullable Object row) {
        return new RowChange(key, row, row == null ? null : Json.rowBytes(row));
    }

    /** How large the payload is, if this is one. */
    int payloadSize() {
        return key.type() == Payload.class && bytes != null ? bytes.length : 0;
    }
}
