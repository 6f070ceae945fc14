package dev.odradek.topics.route;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.topics.TopicKeeper;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.event.WriteToken;
import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends dead letters again to where they came from, byte by byte as they lie on {@code dead-letters}, and marks them.
 *
 * <p>The mark follows the letter: a crash between the two can send a letter twice, never lose one.
 */
public final class Redrive implements AutoCloseable {
    private static final String OURS = "odradek.";
    private static final long PATIENCE_SECONDS = 15;

    private final TopicPlan plan;
    private final Admin admin;
    private final LetterReader letters;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Map<String, Optional<Integer>> partitions = new HashMap<>();

    /** A letter sent again, and where it stands now. */
    public record Sent(String id, String topic, int partition, long offset) {}

    /** A letter left as it is, and why. */
    public record Left(String id, String why) {}

    /**
     * What has become of the letters.
     *
     * @param token of those that were commands
     */
    public record Done(List<Sent> sent, List<Left> left, String token) {}

    private Redrive(Connection connection, Admin admin) {
        this.plan = connection.plan();
        this.admin = admin;
        this.letters = new LetterReader(connection);
        Map<String, Object> properties = connection.clientProperties();
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 2 * plan.maxBytes() + 4_096);
        this.producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    public static Redrive open(Connection connection) {
        Admin admin = Admin.create(connection.clientProperties());
        try {
            return new Redrive(connection, admin);
        } catch (RuntimeException e) {
            admin.close(Duration.ZERO);
            throw e;
        }
    }

    /** Every letter that has not been sent again. */
    public Done all() {
        return send(letter -> true, new TreeSet<>(), false);
    }

    /**
     * Those that are named.
     *
     * @param again also if they have been sent again before
     */
    public Done these(SortedSet<LetterId> wanted, boolean again) {
        return send(letter -> wanted.contains(LetterId.of(letter)), wanted, again);
    }

    private Done send(Predicate<ConsumerRecord<byte[], byte[]>> wanted, SortedSet<LetterId> named, boolean again) {
        Set<LetterId> marked = letters.marked(named);
        List<Sent> sent = new ArrayList<>();
        List<Left> left = new ArrayList<>();
        Set<LetterId> missing = new TreeSet<>(named);
        letters.each(named, letter -> {
            LetterId id = LetterId.of(letter);
            if (!wanted.test(letter)) {
                return;
            }
            missing.remove(id);
            if (marked.contains(id) && !again) {
                if (!named.isEmpty()) {
                    left.add(new Left(id.toString(), "it was sent again already; add --again to do so once more"));
                }
                return;
            }
            Optional<String> unfit = unfit(letter);
            if (unfit.isPresent()) {
                left.add(new Left(id.toString(), unfit.get()));
            } else {
                sent.add(send(id, letter));
            }
        });
        missing.forEach(id -> left.add(new Left(id.toString(), "there is no such letter; list those there are")));
        return new Done(sent, left, token(sent));
    }

    private Sent send(LetterId id, ConsumerRecord<byte[], byte[]> letter) {
        RecordHeaders headers = new RecordHeaders();
        for (Header header : letter.headers()) {
            if (!header.key().startsWith(OURS)) {
                headers.add(header);
            }
        }
        String topic = LetterReader.text(letter, DeadLetters.TOPIC).orElseThrow();
        int partition = Integer.parseInt(
                LetterReader.text(letter, DeadLetters.PARTITION).orElseThrow());
        RecordMetadata written =
                write(new ProducerRecord<>(topic, partition, null, letter.key(), letter.value(), headers));
        RecordHeaders mark = new RecordHeaders();
        mark.add(DeadLetters.REDRIVEN, Long.toString(id.offset()).getBytes(UTF_8));
        write(new ProducerRecord<>(plan.deadLetters(), id.partition(), null, letter.key(), null, mark));
        return new Sent(id.toString(), topic, written.partition(), written.offset());
    }

    private RecordMetadata write(ProducerRecord<byte[], byte[]> record) {
        try {
            return producer.send(record).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException cause ? cause : new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw new org.apache.kafka.common.errors.TimeoutException(
                    "The broker took no letter within " + PATIENCE_SECONDS + " s; ask again.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptException("Interrupted while sending; ask again.", e);
        }
    }

    /** Why it cannot go back to where it came from, if so. */
    private Optional<String> unfit(ConsumerRecord<byte[], byte[]> letter) {
        Optional<String> topic = LetterReader.text(letter, DeadLetters.TOPIC);
        Optional<Integer> partition =
                LetterReader.number(letter, DeadLetters.PARTITION).map(Math::toIntExact);
        if (topic.isEmpty() || partition.isEmpty()) {
            return Optional.of("it does not say where it came from");
        }
        if (!isTaken(topic.get())) {
            return Optional.of("it came from " + topic.get() + ", and only what came from " + plan.commands() + ", "
                    + plan.triggers() + " or " + plan.prefix() + "work.* can be sent again");
        }
        Optional<Integer> there =
                partitions.computeIfAbsent(topic.get(), name -> new TopicKeeper(admin).partitions(name));
        if (there.isEmpty() || partition.get() >= there.get()) {
            return Optional.of("the cluster has no partition " + partition.get() + " of " + topic.get());
        }
        return Optional.empty();
    }

    private boolean isTaken(String topic) {
        return topic.equals(plan.commands())
                || topic.equals(plan.triggers())
                || topic.startsWith(plan.prefix() + "work.");
    }

    private String token(List<Sent> sent) {
        TreeMap<Integer, Long> offsets = new TreeMap<>();
        sent.stream()
                .filter(each -> each.topic().equals(plan.commands()))
                .forEach(each -> offsets.merge(each.partition(), each.offset(), Math::max));
        return new WriteToken(offsets).toString();
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(5));
        letters.close();
        admin.close(Duration.ofSeconds(2));
    }
}
