package dev.odradek.topics.route;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.kafka.common.header.Headers;

/** What a dead letter says of itself besides what it was. */
public final class DeadLetters {
    public static final String REASON = "odradek.reason";
    public static final String TOPIC = "odradek.topic";
    public static final String PARTITION = "odradek.partition";
    public static final String OFFSET = "odradek.offset";
    /** Instead of a letter: the one at this offset was sent again. */
    public static final String REDRIVEN = "odradek.redriven";

    private DeadLetters() {}

    public static void describe(Headers headers, String topic, int partition, long offset, String reason) {
        headers.add(REASON, reason.getBytes(UTF_8));
        headers.add(TOPIC, topic.getBytes(UTF_8));
        headers.add(PARTITION, String.valueOf(partition).getBytes(UTF_8));
        headers.add(OFFSET, String.valueOf(offset).getBytes(UTF_8));
    }
}
