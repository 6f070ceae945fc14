package dev.odradek.topics.route;

import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.WholeText;
import dev.odradek.topics.settings.Connection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Writes commands to the log: a command is safe once its future completes. */
public final class CommandWriter implements AutoCloseable {
    /** What the producer and the broker add to a key and a value. */
    private static final int ENVELOPE = 1024;

    private final KafkaProducer<byte[], byte[]> producer;
    private final TopicPlan plan;
    private final boolean trusting;

    public CommandWriter(Connection connection) {
        this(connection, false);
    }

    private CommandWriter(Connection connection, boolean trusting) {
        this.plan = connection.plan();
        this.trusting = trusting;
        this.producer =
                new KafkaProducer<>(properties(connection), new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** For what the core itself wants to be sent: it follows from what was once accepted, whatever that holds. */
    public static CommandWriter ofFollowUps(Connection connection) {
        return new CommandWriter(connection, true);
    }

    /** Sends to the partition of the command's key. */
    public CompletableFuture<Written> send(CommandRecord command) {
        return send(Routing.partition(command.tenant(), command.partitionKey(), plan.partitions()), command);
    }

    /** Sends to the partition of the command's key, with headers that say where the wish comes from. */
    public CompletableFuture<Written> send(CommandRecord command, Headers headers) {
        int partition = Routing.partition(command.tenant(), command.partitionKey(), plan.partitions());
        return send(partition, command, headers);
    }

    /** Sends to a named partition: for commands about partitions themselves. */
    public CompletableFuture<Written> send(int partition, CommandRecord command) {
        return send(partition, command, null);
    }

    CompletableFuture<Written> send(int partition, CommandRecord command, @Nullable Headers headers) {
        byte[] key = command.partitionKey().getBytes(StandardCharsets.UTF_8);
        byte[] value;
        try {
            value = Formats.COMMANDS.write(command);
        } catch (JacksonException e) {
            return CompletableFuture.failedFuture(e);
        }
        if (!trusting && !WholeText.isWhole(value)) {
            return CompletableFuture.failedFuture(new BrokenTextException("The command"));
        }
        int limit = plan.maxBytes() - ENVELOPE;
        if (key.length + value.length > limit) {
            return CompletableFuture.failedFuture(new TooLargeException(key.length + value.length, limit));
        }
        CompletableFuture<Written> written = new CompletableFuture<>();
        try {
            var record = new ProducerRecord<>(plan.commands(), partition, key, value, headers);
            var unused = producer.send(record, (metadata, failure) -> {
                if (failure != null) {
                    written.completeExceptionally(failure);
                } else {
                    written.complete(new Written(metadata.partition(), metadata.offset(), metadata.timestamp()));
                }
            });
        } catch (KafkaException | IllegalStateException e) {
            // The caller learns of every failure in one way, whether it came before or after the send.
            written.completeExceptionally(e);
        }
        return written;
    }

    public void flush() {
        producer.flush();
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(10));
    }

    /** Where a command stands in the log, and since when by the broker's clock. */
    public record Written(int partition, long offset, long timestamp) {}

    private static Map<String, Object> properties(Connection connection) {
        Map<String, Object> properties = connection.clientProperties();
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        // Waiting for company costs more latency than it saves: under load, batches form while others are in flight.
        properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        properties.put(ProducerConfig.BATCH_SIZE_CONFIG, 64 * 1024);
        // What comes meanwhile leaves together (ADR 0015); with a broker that is far away, more may be worth it.
        properties.putIfAbsent(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, connection.plan().maxBytes());
        return properties;
    }
}
