package dev.odradek.ingest.access;

import dev.odradek.topics.TopicKeeper;
import dev.odradek.topics.event.TokenRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.settings.Connection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Creates, lists and revokes tokens, for whoever may write to Kafka. */
public final class Tokens {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Connection connection;

    private Tokens(Connection connection) {
        this.connection = connection;
    }

    /** Where they are kept, which is made if it is not there. */
    public static Tokens of(Connection connection) {
        try (Admin admin = Admin.create(connection.clientProperties())) {
            new TopicKeeper(admin)
                    .ensure(connection.plan().fixed().stream()
                            .filter(spec -> spec.name().equals(connection.plan().tokens()))
                            .toList());
        }
        return new Tokens(connection);
    }

    /** The new token, which nobody can tell again: only the hash of its secret is kept. */
    public Created create(String tenant, Set<Scope> scopes, String name) {
        Tenants.check(tenant);
        Secrets fresh = Secrets.fresh();
        TokenRecord record = new TokenRecord(
                TokenRecord.SCHEMA,
                fresh.id(),
                fresh.hash(),
                tenant,
                scopes.stream().sorted().map(Scope::label).toList(),
                name,
                System.currentTimeMillis());
        write(fresh.id(), Formats.TOKENS.write(record));
        return new Created(fresh.token(), record);
    }

    /** Every token there is, oldest first. */
    public List<TokenRecord> list() {
        return TokenBook.read(connection).stream()
                .sorted(Comparator.comparing(TokenRecord::createdAt).thenComparing(TokenRecord::id))
                .toList();
    }

    /** Whether there was one with this id; from now on there is none. */
    public boolean revoke(String id) {
        boolean there = list().stream().anyMatch(token -> token.id().equals(id));
        if (there) {
            write(id, null);
        }
        return there;
    }

    private void write(String id, byte @Nullable [] value) {
        Map<String, Object> properties = connection.clientProperties();
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            byte[] key = id.getBytes(StandardCharsets.UTF_8);
            producer.send(new ProducerRecord<>(connection.plan().tokens(), 0, key, value))
                    .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new KafkaException("the token could not be written; check that the broker is up", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted while writing a token", e);
        }
    }

    /** A token on its way to its bearer. */
    public record Created(String token, TokenRecord record) {}
}
