package dev.odradek.statestore.stream;

import org.jspecify.annotations.Nullable;

/**
 * One record on its way out, serialised once.
 *
 * @param partition where it goes; negative: decided by its key among as many partitions as the topic has
 * @param value absent: a tombstone
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record Outgoing(String topic, int partition, byte[] key, byte @Nullable [] value) {
    static final int BY_KEY = -1;

    int size() {
        return value == null ? 0 : value.length;
    }
}
