package dev.odradek.ingest.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.topics.event.NotificationRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.format.UnreadableException;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A notification as it is sent, and where it stands: an event whose id is its offset. */
record FeedLine(long offset, String tenant, String event) {

    /** What is told; the tenant is known to whoever listens. */
    record Told(String table, String id, int partition, long version, long committedAt, boolean snapshot) {}

    /** None of what cannot be read. */
    static Optional<FeedLine> of(ConsumerRecord<byte[], byte[]> record) {
        try {
            NotificationRecord told = Formats.NOTIFICATIONS.read(record.value());
            String json = new String(
                    Json.bytes(new Told(
                            told.table(),
                            told.id(),
                            told.partition(),
                            told.version(),
                            told.committedAt(),
                            told.snapshot())),
                    UTF_8);
            return Optional.of(new FeedLine(
                    record.offset(), told.tenant(), "id: " + record.offset() + "\ndata: " + json + "\n\n"));
        } catch (UnreadableException e) {
            return Optional.empty();
        }
    }
}
