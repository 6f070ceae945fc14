package dev.odradek.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.odradek.standalone.client.Asking;
import dev.odradek.standalone.service.RunningOdradek;
import dev.odradek.standalone.service.Service;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.ItemCommand.Fail;
import dev.odradek.topics.command.ItemCommand.Transition;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.route.Routing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A day on a real broker, rehearsed after everything but the broker has stopped. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RehearseIT {
    private static final String LETTER = """
            machine: letter
            axes:
              status:
                initial: ready
                states: [ready, sending, sent, shelved, failed]
                terminal: [sent, shelved, failed]
                edges: {ready: [shelved]}
                claims:
                  - {queue: send, from: ready, into: sending, done: sent, max_attempts: 3}
            """;
    private static final int PLAIN = 6;

    @TempDir
    static Path dir;

    private static RunningOdradek broker;
    private static Instant morning;
    private Map<TopicPartition, Long> before;

    @BeforeAll
    static void live() throws IOException {
        broker = RunningOdradek.in(dir.resolve("data"), Set.of(Service.BROKER), Map.of());
        try (RunningOdradek services = RunningOdradek.in(dir.resolve("data"), Set.of(Service.STATE_STORE), Map.of());
                Asking asking = Asking.open(services.connection())) {
            assertThat(odradek("apply", file("letter.yaml", LETTER).toString()).exit())
                    .isZero();
            create(asking, "old");
            morning = Instant.now().plusMillis(2);
            await().until(() -> Instant.now().isAfter(morning));
            for (int i = 0; i < PLAIN; i++) {
                create(asking, "plain-" + i);
                done(asking, "plain-" + i, 1);
            }
            create(asking, "stubborn");
            retry(asking, "stubborn", 1);
            retry(asking, "stubborn", 2);
            done(asking, "stubborn", 3);
            create(asking, "shelf");
            tell(asking, new Transition("shelf", "status", "shelved", null));
            retry(asking, "old", 1);
            retry(asking, "old", 2);
            done(asking, "old", 3);
        }
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @BeforeEach
    void look() throws Exception {
        before = ends();
    }

    @AfterEach
    void nothingWasWritten() throws Exception {
        assertThat(ends()).isEqualTo(before).isNotEmpty();
    }

    @Test
    void whatRanUnderTheDefinitionRunsTheSameAgain() {
        JsonNode report = rehearsed(LETTER);

        assertThat(items(report)).isEqualTo(List.of(PLAIN + 3L, PLAIN + 3L, 0L, 0L));
        assertThat(report.path("differences").isEmpty()).isTrue();
        assertThat(report.path("undecided").asLong()).isZero();
        assertThat(report.has("complete_from")).isFalse();
    }

    @Test
    void onlyWhatNeededTheThirdAttemptFailsWithTwo() {
        JsonNode report = rehearsed(LETTER.replace("max_attempts: 3", "max_attempts: 2"));

        assertThat(items(report))
                .as("what was there before keeps its version")
                .isEqualTo(List.of(PLAIN + 3L, PLAIN + 2L, 0L, 1L));
        JsonNode one = report.path("differences").get(0);
        assertThat(one.path("id").asString()).isEqualTo("stubborn");
        assertThat(one.path("axes").get(0).path("recorded").path("state").asString())
                .isEqualTo("sent");
        assertThat(one.path("axes").get(0).path("rehearsed").path("state").asString())
                .isEqualTo("failed");
        assertThat(one.path("first").path("type").asString()).isEqualTo("Fail");
        assertThat(one.path("refused").asInt()).isEqualTo(2);
    }

    @Test
    void theReportIsWordsAndALimitIsKept() throws IOException {
        Path changed = file(
                "other.yaml",
                LETTER.replace("edges: {ready: [shelved]}", "edges: {}").replace("done: sent", "done: shelved"));

        CliRun all = rehearse(changed);
        CliRun some = rehearse(changed, "--limit", "2");

        assertThat(all.err()).isEmpty();
        assertThat(all.exit()).isZero();
        assertThat(all.out())
                .contains(
                        "in place of version 1 of machine letter",
                        "nothing was written",
                        "9 items were touched: 1 goes the same way",
                        "8 go another way",
                        "Item shelf: status ended as shelved, rehearsed stands in ready.",
                        "Item stubborn: status ended as sent after 3 attempts, rehearsed ended as shelved");
        assertThat(some.out().lines().filter(line -> line.startsWith("Item "))).hasSize(2);
        assertThat(some.out()).contains("the first 2");
    }

    @Test
    void whatCannotBeRehearsedIsSaidInOneSentence() throws IOException {
        Path telegram = file("telegram.yaml", LETTER.replace("machine: letter", "machine: telegram"));
        Path limited = file("limited.yaml", LETTER.replace("max_attempts: 3", "max_in_flight: 2"));

        refused(rehearse(telegram), "telegram", "./odradek apply");
        refused(rehearse(limited), "Define of letter was refused", "max_in_flight", "apply it again");
        refused(rehearse(dir.resolve("nowhere.yaml")), "nowhere.yaml", "cannot be read");
    }

    @Test
    @Order(Integer.MAX_VALUE - 1)
    void aRecordThatWasCutIsRehearsedFromWhereItBegins() throws Exception {
        TopicPartition cut = new TopicPartition(broker.connection().plan().commands(), home());
        try (Admin admin = Admin.create(broker.connection().clientProperties())) {
            admin.deleteRecords(Map.of(cut, RecordsToDelete.beforeOffset(before.get(cut) - 3)))
                    .all()
                    .get();
        }

        JsonNode report = rehearsed(LETTER);

        assertThat(report.path("complete_from").asLong()).isGreaterThan(morning.toEpochMilli());
        assertThat(report.path("commands").asLong()).isGreaterThan(3);
        assertThat(report.path("items").path("different").asLong()).isZero();
    }

    @Test
    @Order(Integer.MAX_VALUE)
    void aRecordThatThisCodeWouldNotHaveWrittenIsNotRehearsed() throws Exception {
        TopicPartition at = new TopicPartition(broker.connection().plan().events(), home());
        long last = before.get(new TopicPartition(broker.connection().plan().commands(), home())) - 1;
        EventRecord invented = new EventRecord(
                EventRecord.SCHEMA, "default", "x", new Cause(home(), last, 99), "c", 1, new Event.Levelled(3));
        try (KafkaProducer<byte[], byte[]> forger = new KafkaProducer<>(
                broker.connection().clientProperties(), new ByteArraySerializer(), new ByteArraySerializer())) {
            forger.send(new ProducerRecord<>(at.topic(), at.partition(), null, Formats.EVENTS.write(invented)))
                    .get();
        }
        look();

        refused(rehearse(dir.resolve("letter.yaml")), "cannot be rehearsed", home() + ":" + last, "level 3", "--since");
    }

    private static int home() {
        return Routing.home("default", "letter", broker.connection().plan().partitions());
    }

    private JsonNode rehearsed(String definition) {
        CliRun run;
        try {
            run = rehearse(file("new.yaml", definition), "--json");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        assertThat(run.err()).isEmpty();
        assertThat(run.exit()).isZero();
        return Json.parse(run.out());
    }

    private static List<Long> items(JsonNode report) {
        JsonNode items = report.path("items");
        return List.of(
                items.path("touched").asLong(),
                items.path("same").asLong(),
                items.path("other_times").asLong(),
                items.path("different").asLong());
    }

    private static CliRun rehearse(Path definition, String... more) {
        List<String> all = new ArrayList<>(
                List.of("rehearse", "--definition", definition.toString(), "--since", morning.toString()));
        all.addAll(Arrays.asList(more));
        return odradek(all.toArray(String[]::new));
    }

    private static void refused(CliRun run, String... parts) {
        assertThat(run.err()).contains(parts);
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.err().strip().lines()).hasSize(1);
        assertThat(run.err()).doesNotContain("Exception", "\tat ");
        assertThat(run.out()).isEmpty();
    }

    private static Map<TopicPartition, Long> ends() throws Exception {
        try (Admin admin = Admin.create(broker.connection().clientProperties())) {
            Map<TopicPartition, OffsetSpec> all =
                    admin.describeTopics(admin.listTopics().names().get()).allTopicNames().get().values().stream()
                            .flatMap(topic -> topic.partitions().stream()
                                    .map(each -> new TopicPartition(topic.name(), each.partition())))
                            .collect(Collectors.toMap(each -> each, each -> OffsetSpec.latest()));
            Map<TopicPartition, Long> ends =
                    new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
            admin.listOffsets(all).all().get().forEach((at, end) -> ends.put(at, end.offset()));
            return ends;
        }
    }

    private static void create(Asking asking, String id) {
        tell(asking, new Create(NewItem.of(id, "letter", Json.parse("{}")), null));
    }

    private static void done(Asking asking, String id, long epoch) {
        Token token = claim(asking, id, epoch);
        tell(asking, new Complete(id, "status", token, "w", null, null, List.of(), false));
    }

    private static void retry(Asking asking, String id, long epoch) {
        Token token = claim(asking, id, epoch);
        tell(asking, new Fail(id, "status", token, "w", Fail.Kind.RETRY, "no luck", 0L));
    }

    private static Token claim(Asking asking, String id, long epoch) {
        tell(asking, new Claim(id, "status", epoch, "w", "c-" + epoch));
        return new Token(epoch, "c-" + epoch);
    }

    private static void tell(Asking asking, ItemCommand command) {
        assertThat(asking.ask("default", command.itemId(), command)).isNotInstanceOf(Answer.Denied.class);
    }

    private static Path file(String name, String content) throws IOException {
        return Files.writeString(dir.resolve(name), content);
    }

    private static CliRun odradek(String... args) {
        List<String> all = new ArrayList<>(Arrays.asList(args));
        all.addAll(List.of("--data-dir", dir.resolve("data").toString()));
        return CliRun.of(all.toArray(String[]::new));
    }
}
