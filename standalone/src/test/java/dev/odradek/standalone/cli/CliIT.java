package dev.odradek.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.odradek.standalone.client.Asking;
import dev.odradek.standalone.service.RunningOdradek;
import dev.odradek.topics.command.PartitionCommand.Level;
import dev.odradek.topics.format.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Each verb against the real thing: what it says, how it ends. */
class CliIT {
    @TempDir
    static Path dir;

    private static RunningOdradek odradek;

    @BeforeAll
    static void start() throws IOException {
        odradek = RunningOdradek.in(dir.resolve("data"));
        Path machine = Files.writeString(dir.resolve("letter.yaml"), """
                machine: letter
                axes:
                  status:
                    initial: draft
                    states: [draft, ready, sending, sent, failed]
                    terminal: [sent, failed]
                    edges: {draft: [ready]}
                    claims:
                      - {queue: send, from: ready, into: sending, done: sent}
                """);
        CliRun run = odradek("apply", machine.toString());
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("letter", "version 1", "3 partitions", "send");
    }

    @AfterAll
    static void stop() {
        odradek.close();
    }

    @Test
    @DisplayName("A3 a post is found, moved, explained and cancelled by the same id")
    void anItemsLife() {
        CliRun posted =
                odradek("post", "letter", "--payload", "{\"to\": \"Max\"}", "--partition-key", "prague", "--json");
        assertThat(posted.err()).isEmpty();
        String id = Json.parse(posted.out()).path("id").asString();

        CliRun shown = odradek("item", id);
        assertThat(shown.exit()).isZero();
        assertThat(shown.out()).contains(id, "letter", "status: draft", "{\"to\":\"Max\"}");

        CliRun moved = odradek("transition", id, "ready");
        assertThat(moved.out()).contains("moved to ready");
        String token = moved.out().replaceAll("(?s).*token ([0-9:,]+).*", "$1");
        assertThat(odradek("why", id).out()).contains("status", "send");
        assertThat(odradek("items", "--machine", "letter", "--state", "ready", "--after", token)
                        .out())
                .contains(id);
        assertThat(odradek("queues", "--after", token).out()).contains("send", "open");

        assertThat(odradek("cancel", id).out()).contains("Cancelled");
        JsonNode item = Json.parse(odradek("item", id, "--json").out());
        assertThat(item.path("axes").path("status").path("status").asString()).isEqualTo("cancelled");
    }

    @Test
    @DisplayName("A2 the same idempotency key is the same item")
    void aRetryChangesNothing() {
        CliRun first = odradek("post", "letter", "--key", "once", "--json");
        CliRun second = odradek("post", "letter", "--key", "once", "--json");

        assertThat(second.exit()).isZero();
        assertThat(Json.parse(first.out()).path("id"))
                .isEqualTo(Json.parse(second.out()).path("id"));
    }

    @Test
    void aFileOfLinesIsPostedLineByLine() throws IOException {
        Path lines = Files.writeString(dir.resolve("many.ndjson"), "{\"n\": 1}\n\n{\"n\": 2}\n{\"n\": 3}\n");

        assertThat(odradek("post", "letter", "--lines", lines.toString()).out()).contains("Posted 3 items");
    }

    @Test
    void aPausedQueueSaysSoUntilItIsResumed() {
        assertThat(odradek("pause", "send").out()).contains("paused");
        await().untilAsserted(() -> assertThat(odradek("queues").out()).contains("paused"));
        assertThat(odradek("pause", "send").exit())
                .as("pausing twice is no error")
                .isZero();

        assertThat(odradek("resume", "send").out()).contains("open");
        await().untilAsserted(() -> assertThat(odradek("queues").out()).doesNotContain("paused"));
    }

    @Test
    void theSameDefinitionAgainIsNoError() {
        assertThat(odradek("apply", dir.resolve("letter.yaml").toString()).exit())
                .isZero();
        assertThat(odradek("machines").out()).contains("letter");
    }

    @Test
    void everyTopicIsListedWithItsState() {
        JsonNode topics = Json.parse(odradek("topics", "--json").out());

        assertThat(topics.values())
                .filteredOn(topic -> topic.path("topic").asString().startsWith("odradek.work."))
                .hasSize(2);
        assertThat(topics.values())
                .noneMatch(topic -> topic.path("state").asString().equals("missing"));
        assertThat(topics.values())
                .filteredOn(topic -> topic.path("topic").asString().equals("odradek.commands"))
                .singleElement()
                .satisfies(topic -> assertThat(topic.path("state").asString()).isEqualTo("ok"));
    }

    @Test
    void aPostToAnUnknownMachineIsRefusedWithTheRemedy() {
        refused(odradek("post", "telegram"), 1, "telegram", "./odradek apply");
    }

    @Test
    void aPayloadOverTheLimitIsRefusedWithTheLimit() throws IOException {
        Path large = Files.writeString(dir.resolve("large.json"), "{\"text\": \"" + "x".repeat(200_000) + "\"}");

        refused(odradek("post", "letter", "--payload", "@" + large), 1, "at most", "reference");
    }

    @Test
    void halfACharacterIsRefusedAndNotChanged() throws Exception {
        String half = "{\"text\": \"x\\ud83d\"}";

        refused(odradek("post", "letter", "--payload", half), 1, "half a character", "Base64");
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(odradek.url() + "/v1/items"))
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(
                                        "{\"machine\": \"letter\", \"payload\": " + half + "}"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("half a character");
    }

    @Test
    @DisplayName("programs are told of a refusal as JSON, with the exit code")
    void aRefusalAsJson() {
        CliRun run = odradek("post", "telegram", "--json");

        JsonNode error = Json.parse(run.out());
        assertThat(run.exit()).isEqualTo(1);
        assertThat(error.path("exit").asInt()).isEqualTo(1);
        assertThat(error.path("error").asString()).isEqualTo(run.err().strip()).contains("telegram", "./odradek apply");
    }

    @Test
    @DisplayName("the database is back by itself when its server is killed by SIGKILL, and the lists catch up")
    void theDatabaseIsKilled() throws IOException {
        Path pidFile = dir.resolve("data").resolve("postgres").resolve("postmaster.pid");
        long killed = Long.parseLong(Files.readAllLines(pidFile).get(0).strip());
        ProcessHandle.of(killed).orElseThrow().destroyForcibly();

        String token = Json.parse(odradek("post", "letter", "--id", "after-the-kill", "--json")
                        .out())
                .path("token")
                .asString();

        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(odradek("items", "--after", token, "--limit", "1000")
                                .out())
                        .contains("after-the-kill"));
        assertThat(Files.readAllLines(pidFile).get(0).strip()).isNotEqualTo(Long.toString(killed));
    }

    @Test
    void anIdThatIsTakenByOtherContentIsRefused() {
        assertThat(odradek("post", "letter", "--id", "taken").exit()).isZero();

        refused(odradek("post", "letter", "--id", "taken", "--payload", "{\"other\": 1}"), 1, "taken", "--id");
    }

    @Test
    void anEdgeThatIsNotThereIsRefused() {
        assertThat(odradek("post", "letter", "--id", "drafted").exit()).isZero();

        refused(odradek("transition", "drafted", "sent"), 1, "./odradek machines");
        refused(odradek("transition", "drafted", "ready", "--axis", "colour"), 1, "--axis");
        refused(odradek("requeue", "drafted"), 1, "drafted");
    }

    @Test
    void anItemThatIsNotThereIsNotFound() {
        refused(odradek("item", "nobody"), 3, "nobody", "./odradek items");
        refused(odradek("why", "nobody"), 3, "nobody");
        refused(odradek("cancel", "nobody"), 3, "nobody");
        refused(odradek("cancel", "nobody", "--partition-key", "x"), 3, "./odradek items");
    }

    @Test
    void aScheduleThatIsNoneIsRefusedWithWhatWasExpected() {
        refused(schedule("broken", "0 25 * * *", "letter"), 2, "hour", "0 to 23", "was \"25\"");
        refused(schedule("never", "0 0 31 2 *", "letter"), 2, "never fires", "no day of month 31 in month 2");
        assertThat(odradek("schedules").out()).doesNotContain("broken", "never");
    }

    @Test
    void aScheduleIsListedUntilItIsEnded() {
        raiseLevel();
        refused(schedule("early", "@daily", "telegram"), 1, "telegram", "./odradek apply");
        refused(odradek("unschedule", "nobody"), 3, "nobody", "./odradek schedules");

        CliRun put = schedule("yearly", "0 0 1 1 *", "letter");
        assertThat(put.err()).isEmpty();
        assertThat(put.out()).contains("yearly", "letter", "-01-01T00:00:00Z");
        assertThat(schedule("yearly", "0 0 1 1 *", "letter").exit())
                .as("the same again is no error")
                .isZero();
        assertThat(odradek("schedules").out()).contains("yearly", "0 0 1 1 *", "letter", "-01-01T00:00:00Z");
        assertThat(Json.parse(odradek("schedules", "--json").out()).values())
                .filteredOn(each -> each.path("name").asString().equals("yearly"))
                .singleElement()
                .satisfies(
                        each -> assertThat(each.path("next").isIntegralNumber()).isTrue());

        assertThat(odradek("unschedule", "yearly").out()).contains("yearly", "gone");
        assertThat(odradek("schedules").out()).doesNotContain("yearly");
    }

    private static CliRun schedule(String name, String cron, String machine) {
        return odradek("schedule", name, "--cron", cron, "--machine", machine);
    }

    /** What an operator does once no older state-store is left. */
    private static void raiseLevel() {
        try (Asking asking = Asking.open(odradek.connection())) {
            asking.askAll("default", "level", new Level(3));
        }
    }

    @Test
    void anotherTenantSeesNothing() {
        assertThat(odradek("post", "letter", "--id", "mine").exit()).isZero();

        refused(odradek("item", "mine", "--tenant", "other"), 3, "other");
        assertThat(odradek("items", "--tenant", "other").out()).contains("No item matches");
    }

    @Test
    void aDataDirectoryInUseIsRefused() {
        refused(odradek("up"), 1, dir.resolve("data").toString(), "--data-dir");
    }

    @Test
    void everyPartitionIsAtTheNewestLevelFromTheStart() {
        assertThat(odradek("raise-level").out()).contains("All 3 partitions", "already");
        assertThat(Json.parse(odradek("raise-level", "--json").out())
                        .path("raised")
                        .isEmpty())
                .isTrue();
    }

    @Test
    void errorsOverHttpAreProblemDetails() throws Exception {
        HttpResponse<String> response = get("/v1/items/nobody");

        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(Json.parse(response.body()).path("detail").asString()).contains("nobody");
        assertThat(get("/v1/items?limit=0").statusCode()).isEqualTo(400);
        assertThat(get("/nowhere").statusCode()).isEqualTo(404);
        assertThat(get("/healthz").statusCode()).isEqualTo(200);
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(odradek.url() + path)).build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    private static void refused(CliRun run, int exit, String... parts) {
        assertThat(run.err()).contains(parts);
        assertThat(run.exit()).isEqualTo(exit);
        assertThat(run.err().strip().lines()).hasSize(1);
        assertThat(run.err()).doesNotContain("Exception", "\tat ");
        assertThat(run.out()).isEmpty();
    }

    private static CliRun odradek(String... args) {
        List<String> all = new ArrayList<>(Arrays.asList(args));
        all.addAll(List.of("--data-dir", dir.resolve("data").toString()));
        return CliRun.of(all.toArray(String[]::new));
    }
}
