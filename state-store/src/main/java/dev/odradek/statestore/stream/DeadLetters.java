package dev.odradek.statestore.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.kafka.common.header.Headers;

/** What a dead letter says of itself besides what it was. */
final class DeadLetters {
    static final String REASON = "odradek.reason";
    static final String TOPIC = "odradek.topic";
    static final String PARTITION = "odradek.partition";
    static final String OFFSET = "odradek.offset";

    private DeadLetters() {}

    static void describe(Headers headers, String topic, int partition, long offset, String reason) {
        headers.add(REASON, reason.getBytes(UTF_8));
        headers.add(TOPIC, topic.getBytes(UTF_8));
        headers.add(PARTITION, String.valueOf(partition).getBytes(UTF_8));
        headers.add(OFFSET, String.valueOf(offset).getBytes(UTF_8));
    }
}
