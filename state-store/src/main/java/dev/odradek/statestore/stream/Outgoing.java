package dev.odradek.statestore.stream;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * One record on its way out, serialised once.
 *
 * @param partition where it goes; negative: decided by its key among as many partitions as the topic has
 * @param value absent: a tombstone
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record Outgoing(String topic, int partition, byte[] key, byte @Nullable [] value, Headers headers) {
    static final int BY_KEY = -1;

    Outgoing(String topic, int partition, byte[] key, byte @Nullable [] value) {
        this(topic, partition, key, value, new RecordHeaders());
    }

    int size() {
        return value == null ? 0 : value.length;
    }
}
