package dev.odradek.ingest.access;

import dev.odradek.topics.event.TokenRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.UnreadableException;
import dev.odradek.topics.settings.Connection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Every token there is: it has read the whole topic once it is built, and follows it from there on. */
@Component
final class TokenBook implements TokenWatch, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TokenBook.class);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final TopicPartition tokens;
    private final Map<String, TokenRecord> known = new ConcurrentHashMap<>();
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;

    TokenBook(Connection connection) {
        this.consumer =
                new KafkaConsumer<>(properties(connection), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.tokens = new TopicPartition(connection.plan().tokens(), 0);
        this.thread = new Thread(this::follow, "tokens");
        try {
            readAll();
        } catch (RuntimeException e) {
            consumer.close();
            throw e;
        }
        thread.setDaemon(true);
        thread.start();
    }

    /** What the topic holds now. */
    static List<TokenRecord> read(Connection connection) {
        try (TokenBook book = new TokenBook(connection)) {
            return List.copyOf(book.known.values());
        }
    }

    /** The token, if it is one of ours and its secret is right. */
    Optional<TokenRecord> find(String token) {
        return Secrets.parse(token).flatMap(shown -> {
            TokenRecord record = known.get(shown.id());
            // Of an id that is not there the secret is hashed all the same: the time it takes tells nothing.
            boolean fits = shown.fits(record == null ? "" : record.hash());
            return fits ? Optional.ofNullable(record) : Optional.empty();
        });
    }

    @Override
    public void whenRevoked(Consumer<String> listener) {
        listeners.add(listener);
    }

    @Override
    public boolean isRevoked(String tokenId) {
        return !known.containsKey(tokenId);
    }

    boolean isEmpty() {
        return known.isEmpty();
    }

    private void readAll() {
        consumer.assign(List.of(tokens));
        consumer.seekToBeginning(List.of(tokens));
        long end = consumer.endOffsets(List.of(tokens), PATIENCE).getOrDefault(tokens, 0L);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (consumer.position(tokens, PATIENCE) < end) {
            if (System.nanoTime() > deadline) {
                throw new TimeoutException("The topic " + tokens.topic() + " could not be read within "
                        + PATIENCE.toSeconds() + " s; check that the broker is up.");
            }
            consumer.poll(Duration.ofMillis(500)).forEach(this::take);
        }
    }

    private void follow() {
        try (consumer) {
            while (closing.getCount() > 0) {
                try {
                    consumer.poll(Duration.ofSeconds(1)).forEach(this::take);
                } catch (WakeupException e) {
                    LOG.debug("tokens reader woken to close");
                } catch (KafkaException e) {
                    LOG.atWarn().setCause(e).log("reading tokens failed, trying again");
                    pause();
                }
            }
        }
    }

    /** A lasting failure must not spin. */
    private void pause() {
        try {
            boolean closes = closing.await(1, TimeUnit.SECONDS);
            LOG.debug("paused reading tokens, closing {}", closes);
        } catch (InterruptedException e) {
            closing.countDown();
            Thread.currentThread().interrupt();
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() == null) {
            return;
        }
        String id = new String(record.key(), StandardCharsets.UTF_8);
        if (record.value() == null) {
            revoke(id);
            return;
        }
        try {
            known.put(id, Formats.TOKENS.read(record.value()));
        } catch (UnreadableException e) {
            // Whatever it was meant to allow, nobody can tell: it allows nothing.
            revoke(id);
            LOG.atWarn().addKeyValue("offset", record.offset()).setCause(e).log("skipped an unreadable token");
        }
    }

    private void revoke(String id) {
        known.remove(id);
        listeners.forEach(listener -> listener.accept(id));
    }

    @Override
    public void close() {
        closing.countDown();
        consumer.wakeup();
        try {
            thread.join(Duration.ofSeconds(10).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Map<String, Object> properties(Connection connection) {
        Map<String, Object> properties = connection.clientProperties();
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        return properties;
    }
}
