package dev.odradek.standalone.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.odradek.standalone.service.RunningOdradek;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.route.DeadLetters;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import tools.jackson.databind.JsonNode;

/** What cannot be read is kept, shown, and sent again as it was: on an odradek that has no dead letter yet. */
final class DeadLetterDrill {
    private static final byte[] KEY = {0, (byte) 0xff, 7};
    private static final byte[] VALUE = {'{', (byte) 0xc3, 0, 'x'};

    private final RunningOdradek odradek;
    private final Path dir;

    DeadLetterDrill(RunningOdradek odradek, Path dataDir) {
        this.odradek = odradek;
        this.dir = dataDir;
    }

    void run() throws Exception {
        TopicPlan plan = odradek.connection().plan();
        assertThat(odradek("dead-letters").out()).contains("There is no dead letter");
        assertThat(odradek("dead-letters", "redrive", "--all").out()).contains("no dead letter that");
        ProducerRecord<byte[], byte[]> poison = new ProducerRecord<>(plan.commands(), 1, KEY, VALUE);
        poison.headers().add("trace", "42".getBytes(UTF_8));
        send(poison);
        await().atMost(Duration.ofSeconds(60)).until(() -> letters().size() == 1);

        String id = letters().path(0).path("id").asString();
        assertThat(odradek("dead-letters", "show", id).out())
                .contains(id, "odradek.commands 1:", "Reason: ", "./odradek dead-letters redrive " + id);
        CliRun redriven = odradek("dead-letters", "redrive", id, "--json");
        assertThat(redriven.err()).isEmpty();
        JsonNode sent = Json.parse(redriven.out()).path("sent").path(0);
        ConsumerRecord<byte[], byte[]> back =
                record(plan.commands(), 1, sent.path("offset").asLong());
        assertThat(back.key()).isEqualTo(KEY);
        assertThat(back.value()).isEqualTo(VALUE);
        assertThat(names(back.headers())).containsExactly("trace");

        // It is no better than before, so it dies again: a second letter, while the first is marked.
        await().atMost(Duration.ofSeconds(60)).until(() -> letters().size() == 2);
        await().atMost(Duration.ofSeconds(60))
                .until(() -> odradek("dead-letters", "show", id).out().contains("It was sent again at"));
        refused(odradek("dead-letters", "redrive", id), 1, "already", "--again");
        assertThat(odradek("dead-letters", "redrive", id, "--again").exit()).isZero();
        await().atMost(Duration.ofSeconds(60)).until(() -> letters().size() == 3);

        odd(plan);
    }

    /** Letters that cannot go back. */
    private void odd(TopicPlan plan) throws Exception {
        ProducerRecord<byte[], byte[]> timer = new ProducerRecord<>(plan.deadLetters(), 0, KEY, VALUE);
        DeadLetters.describe(timer.headers(), plan.timers(), 0, 5, "torn");
        String foreign = "0:" + send(timer);
        ProducerRecord<byte[], byte[]> gone = new ProducerRecord<>(plan.deadLetters(), 0, KEY, VALUE);
        DeadLetters.describe(gone.headers(), plan.prefix() + "work.gone", 0, 5, "torn");
        String lost = "0:" + send(gone);

        refused(
                odradek("dead-letters", "redrive", foreign, lost, "0:99999"),
                1,
                plan.timers() + ", and only what came from " + plan.commands(),
                "no partition 0 of " + plan.prefix() + "work.gone",
                "Letter 0:99999 was left: there is no such letter");
        refused(odradek("dead-letters", "redrive", "seventeen"), 2, "0:17");
        refused(odradek("dead-letters", "redrive"), 2, "--all");
        refused(odradek("dead-letters", "show", "0:99999"), 3, "0:99999");
        CliRun all = odradek("dead-letters", "redrive", "--all");
        assertThat(all.out()).contains("Sent 2 letters again", "Letter " + foreign + " was left");
        assertThat(all.exit()).isZero();
    }

    private JsonNode letters() {
        return Json.parse(odradek("dead-letters", "list", "--json").out());
    }

    private long send(ProducerRecord<byte[], byte[]> record) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                odradek.connection().clientProperties(), new ByteArraySerializer(), new ByteArraySerializer())) {
            return producer.send(record).get().offset();
        }
    }

    private ConsumerRecord<byte[], byte[]> record(String topic, int partition, long offset) {
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                odradek.connection().clientProperties(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            TopicPartition at = new TopicPartition(topic, partition);
            consumer.assign(List.of(at));
            consumer.seek(at, offset);
            return await().atMost(Duration.ofSeconds(60))
                    .until(() -> consumer.poll(Duration.ofMillis(200)).records(at), records -> !records.isEmpty())
                    .get(0);
        }
    }

    private static List<String> names(Headers headers) {
        return Arrays.stream(headers.toArray()).map(header -> header.key()).toList();
    }

    private static void refused(CliRun run, int exit, String... parts) {
        assertThat(run.err()).contains(parts);
        assertThat(run.exit()).isEqualTo(exit);
        assertThat(run.err().strip().lines()).hasSize(1);
        assertThat(run.out()).isEmpty();
    }

    private CliRun odradek(String... args) {
        List<String> all = new ArrayList<>(Arrays.asList(args));
        all.addAll(List.of("--data-dir", dir.toString()));
        return CliRun.of(all.toArray(String[]::new));
    }
}
