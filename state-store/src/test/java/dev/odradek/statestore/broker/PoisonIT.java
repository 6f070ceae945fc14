package dev.odradek.statestore.broker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.statestore.StateStoreService;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.ItemCommand.Patch;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.route.Conversation;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Records nobody can apply")
class PoisonIT {
    @TempDir
    static Path dir;

    static Cluster cluster;
    static StateStoreService service;
    static Conversation talk;

    @BeforeAll
    static void start() {
        cluster = Cluster.start(dir, 1);
        service = cluster.stateStore();
        talk = cluster.conversation();
        cluster.define(talk, "ping.yaml");
    }

    @AfterAll
    static void stop() {
        talk.close();
        service.close();
        cluster.close();
    }

    @Test
    @DisplayName("X11 unreadable commands go to the dead letters with their reason, and the partition goes on")
    void unreadable() {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                cluster.connection().clientProperties(), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (String poison : List.of("not json", "{}", "{\"schema\":99}", "[1,2]", "")) {
                producer.send(new ProducerRecord<>(
                        cluster.connection().plan().commands(), 0, "k".getBytes(UTF_8), poison.getBytes(UTF_8)));
            }
            producer.send(new ProducerRecord<>(cluster.connection().plan().commands(), 0, null, null));
        }

        Answer after = Cluster.create(talk, "ping", "after-poison");

        assertThat(after).isInstanceOf(Answer.Applied.class);
        Awaitility.await().untilAsserted(() -> {
            var dead =
                    Topic.read(cluster.connection(), cluster.connection().plan().deadLetters());
            assertThat(dead)
                    .hasSize(6)
                    .allSatisfy(letter -> assertThat(letter.headers()
                                    .lastHeader("odradek.reason")
                                    .value())
                            .isNotEmpty());
            assertThat(facts())
                    .filteredOn(fact -> fact instanceof Event.DeadLettered)
                    .hasSize(6);
        });
    }

    @Test
    @DisplayName("X11 a command that would make an item too large is refused, and the partition goes on")
    void oversized() {
        Cluster.create(talk, "ping", "big");
        Answer fits = Cluster.ask(talk, "big", grow("one"));

        Answer refused = Cluster.ask(talk, "big", grow("two"));

        assertThat(fits).isInstanceOf(Answer.Applied.class);
        assertThat(refused).isInstanceOfSatisfying(Answer.Denied.class, denied -> {
            assertThat(denied.reason()).isEqualTo(Refusal.TOO_LARGE);
            assertThat(denied.message()).contains("64512").contains("reference");
        });
        assertThat(Cluster.create(talk, "ping", "after-big")).isInstanceOf(Answer.Applied.class);
        var big = service.reads().item(Cluster.TENANT, "big").orElseThrow();
        assertThat(big.payload().propertyNames()).containsExactly("n", "one");
    }

    private static Patch grow(String field) {
        return new Patch("big", Json.parse("{\"" + field + "\":\"" + "x".repeat(40_000) + "\"}"));
    }

    @Test
    @DisplayName("X2 the same command twice in the log is applied once")
    void duplicate() {
        var create = dev.odradek.topics.command.CommandRecord.of(
                Cluster.TENANT, "same-id", "twice", new Create(NewItem.of("twice", "ping", Json.parse("{}")), null));

        Answer first = Cluster.await(talk.ask(0, create));
        Answer second = Cluster.await(talk.ask(0, create));

        assertThat(first).isEqualTo(second);
        Awaitility.await()
                .untilAsserted(() -> assertThat(Topic.read(
                                cluster.connection(),
                                cluster.connection().plan().events(),
                                Formats.EVENTS))
                        .filteredOn(fact -> fact.entityId().equals("twice"))
                        .extracting(fact -> fact.event().getClass().getSimpleName())
                        .containsExactly("Created", "Refused"));
    }

    private static List<Event> facts() {
        return Topic.read(cluster.connection(), cluster.connection().plan().events(), Formats.EVENTS).stream()
                .map(fact -> fact.event())
                .toList();
    }
}
