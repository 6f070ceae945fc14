package dev.odradek.standalone.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.odradek.localcluster.JavaProcess;
import dev.odradek.standalone.client.Asking;
import dev.odradek.standalone.client.Bell;
import dev.odradek.standalone.client.MachineApply;
import dev.odradek.standalone.service.RunningOdradek;
import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.ItemCommand.Fail;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.format.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What is read from the read model, by those who have just written and by those who only look. */
class ReadsIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    static Path dir;

    private static RunningOdradek odradek;

    @BeforeAll
    static void start() {
        odradek = RunningOdradek.in(dir.resolve("data"), Map.of("odradek.database.port", "0"));
        try (Asking asking = Asking.open(odradek.connection())) {
            for (String name : List.of("job", "page", "bad")) {
                MachineApply.parse(Job.yaml(name, "1h")).to(asking, "default");
            }
        }
    }

    @AfterAll
    static void stop() {
        odradek.close();
    }

    @Test
    @DisplayName("whoever gives back the token of a post sees the item, every time")
    void aWriterReadsItsOwnWrites() {
        JsonNode posted = json("post", "job");
        assertThat(seen(posted.path("token").asString()))
                .contains(posted.path("id").asString());
        try (Asking asking = Asking.open(odradek.connection())) {
            for (int round = 1; round <= 20; round++) {
                String id = "round-" + round;
                asking.ask("default", id, new Create(NewItem.of(id, "job", Json.parse("{}")), null));

                assertThat(seen(asking.token().toString())).contains(id);
            }
        }
    }

    private static List<String> seen(String token) {
        return ids(json("items", "--limit", "1000", "--after", token));
    }

    @Test
    void everyVerbThatWritesGivesItsToken() {
        String id = json("post", "job").path("id").asString();

        String cancelled = json("cancel", id).path("token").asString();
        assertThat(ids(json("items", "--state", "cancelled", "--after", cancelled)))
                .contains(id);
        assertThat(json(
                                "requeue",
                                json("post", "job", "--delay", "1h").path("id").asString())
                        .path("token")
                        .asString())
                .matches("\\d+:\\d+");

        String paused = json("pause", "job").path("token").asString();
        assertThat(paused).as("one for each partition").matches("0:\\d+,1:\\d+,2:\\d+");
        assertThat(odradek("queues", "--after", paused).out()).contains("paused");
        String resumed = json("resume", "job").path("token").asString();
        assertThat(odradek("queues", "--after", resumed).out()).doesNotContain("paused");
        assertThat(odradek("failures", "--after", resumed).exit()).isZero();
        assertThat(odradek("item", id, "--after", resumed).out()).contains("cancelled");
    }

    @Test
    void aBulkPostGivesTheLastTokenOfEachPartition() throws IOException {
        Path lines = Files.writeString(
                dir.resolve("bulk.ndjson"),
                IntStream.range(0, 40).mapToObj(n -> "{\"n\": " + n + "}").collect(Collectors.joining("\n")));

        String token =
                json("post", "page", "--lines", lines.toString()).path("token").asString();

        assertThat(token.split(",")).hasSize(3);
        JsonNode seen = json("items", "--machine", "page", "--limit", "1000", "--after", token);
        assertThat(ids(seen)).hasSize(40).doesNotHaveDuplicates();

        List<String> paged = new ArrayList<>();
        JsonNode page = json("items", "--machine", "page", "--limit", "15");
        paged.addAll(ids(page));
        while (page.hasNonNull("next")) {
            page = json(
                    "items",
                    "--machine",
                    "page",
                    "--limit",
                    "15",
                    "--before",
                    page.path("next").asString());
            paged.addAll(ids(page));
        }
        assertThat(paged).as("page by page").isEqualTo(ids(seen));
        assertThat(odradek("items", "--machine", "page", "--limit", "15").out())
                .contains("There are more: ./odradek items --machine page --limit 15", "--before ");
        assertThat(odradek("items", "--machine", "page", "--limit", "40").out()).doesNotContain("There are more");
    }

    @Test
    void aTokenThatCannotBeIsRefused() {
        refused(odradek("items", "--after", "yesterday"), 2, "partition:offset", "yesterday");
        refused(odradek("queues", "--after", "7:1"), 2, "partition 7", "there are 3");
        refused(odradek("items", "--before", "x"), 2, "before must be the next");
        refused(odradek("item", "nobody", "--limit", "0"), 3, "nobody");
        refused(odradek("failures", "--limit", "0"), 2, "limit must be");
    }

    @Test
    void whatFailedIsGroupedAndItsItemsAreListed() {
        List<String> items = new ArrayList<>();
        try (Asking asking = Asking.open(odradek.connection())) {
            for (int i = 0; i < 3; i++) {
                String id = json("post", "bad").path("id").asString();
                items.add(id);
                asking.ask("default", id, new Claim(id, "status", 1, "anna", "claim-" + id));
                if (i == 0) {
                    assertThat(ids(json(
                                    "items",
                                    "--holder",
                                    "anna",
                                    "--after",
                                    asking.token().toString())))
                            .containsExactly(id);
                }
                Token token = new Token(1, "claim-" + id);
                asking.ask(
                        "default",
                        id,
                        new Fail(id, "status", token, "anna", Fail.Kind.GIVE_UP, "no route to host 10.0.0." + i, null));
            }
            JsonNode group = json("failures", "--after", asking.token().toString()).values().stream()
                    .filter(each -> each.path("machine").asString().equals("bad"))
                    .reduce((one, other) -> {
                        throw new AssertionError("two kinds: " + one + " and " + other);
                    })
                    .orElseThrow();
            assertThat(group.path("times").asInt()).isEqualTo(3);
            assertThat(group.path("standing").asInt()).isEqualTo(3);

            String failure = group.path("failure").asString();
            assertThat(odradek("failures").out())
                    .contains("FAILURE", "STANDING", "PATTERN", "bad", failure, "./odradek items --failure ");
            assertThat(ids(json("items", "--failure", failure))).containsExactlyInAnyOrderElementsOf(items);
        }
        assertThat(odradek("item", items.get(0)).out())
                .contains("History:", "status ready → working", "claimed", "anna", "no route to host 10.0.0.0");
        assertThat(odradek("item", items.get(0), "--limit", "1").out())
                .contains("raise --limit", "working → failed")
                .doesNotContain("ready → working");
        assertThat(odradek("queues").out()).contains("OLDEST", "IN/MIN", "DONE/MIN", "FAILED/MIN");
    }

    @Test
    @DisplayName("a dead letter goes back byte by byte, with its own headers, and is marked")
    void aDeadLetterIsSentAgain() throws Exception {
        new DeadLetterDrill(odradek, dir.resolve("data")).run();
    }

    @Test
    void theReadModelIsBuiltAgainWhileEverythingRuns() throws Exception {
        String id = json("post", "job").path("id").asString();

        CliRun built = odradek("replay", "read-model");

        assertThat(built.err()).isEmpty();
        assertThat(built.out()).contains("Built the read model again", "records/s", "it is in use");
        JsonNode posted = json("post", "job");
        assertThat(ids(json(
                        "items",
                        "--limit",
                        "1000",
                        "--after",
                        posted.path("token").asString())))
                .contains(id, posted.path("id").asString());

        try (Connection other = DriverManager.getConnection(odradek.database(), "postgres", "");
                Statement statement = other.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(hashtext('odradek rebuild odradek'))");
            refused(odradek("replay", "read-model"), 1, "being rebuilt already");
        }
        refused(
                withSetting("odradek.database.user", "nobody", "replay", "read-model"),
                1,
                "nobody",
                "odradek.database");
        refused(withSetting("odradek.database.url", "none", "replay", "read-model"), 4, "odradek.database.url is none");
    }

    @Test
    void whoeverWatchesIsShownWhatChanges() {
        try (JavaProcess watch = JavaProcess.of(Odradek.class)
                .small(96)
                .args("items", "--watch", "--json", "--limit", "3", "--data-dir", data())
                .start(dir.resolve("watch.out"))) {
            watch.awaitLine(line -> line.startsWith("{\"items\""), LIMIT);
            String id = json("post", "job").path("id").asString();

            watch.awaitLine(line -> line.contains(id), LIMIT);

            assertThat(watch.stop()).as("being stopped is how it ends").isZero();
        }
    }

    @Test
    void theBellRingsWhenAnythingIsTold() {
        try (Bell bell = Bell.on(odradek.connection());
                KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                        odradek.connection().clientProperties(),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            await().atMost(LIMIT).until(() -> {
                producer.send(new ProducerRecord<>(
                                odradek.connection().plan().notifications(), "something".getBytes(UTF_8)))
                        .get();
                return bell.rung();
            });
        }
        assertThat(Bell.silent().rung()).isFalse();
    }

    private static CliRun withSetting(String key, String value, String... args) {
        System.setProperty(key, value);
        try {
            return odradek(args);
        } finally {
            System.clearProperty(key);
        }
    }

    private static List<String> ids(JsonNode page) {
        return page.path("items").values().stream()
                .map(item -> item.path("id").asString())
                .toList();
    }

    private static JsonNode json(String... args) {
        List<String> all = new ArrayList<>(Arrays.asList(args));
        all.add("--json");
        CliRun run = odradek(all.toArray(String[]::new));
        assertThat(run.err()).isEmpty();
        return Json.parse(run.out());
    }

    private static void refused(CliRun run, int exit, String... parts) {
        assertThat(run.err()).contains(parts);
        assertThat(run.exit()).isEqualTo(exit);
        assertThat(run.err().strip().lines()).hasSize(1);
        assertThat(run.out()).isEmpty();
    }

    private static CliRun odradek(String... args) {
        List<String> all = new ArrayList<>(Arrays.asList(args));
        all.addAll(List.of("--data-dir", data()));
        return CliRun.of(all.toArray(String[]::new));
    }

    private static String data() {
        return dir.resolve("data").toString();
    }
}
