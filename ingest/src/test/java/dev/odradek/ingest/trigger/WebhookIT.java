package dev.odradek.ingest.trigger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.ingest.Calls;
import dev.odradek.ingest.Calls.Reply;
import dev.odradek.ingest.IngestRig;
import dev.odradek.ingest.LogTrap;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.route.Ids;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Webhooks, modelled on Notion, Slack and a form for bugs")
class WebhookIT {
    private static final String SLACK_SECRET = "slack-signing-secret-8f742231b10e";
    private static final String NOTION_SECRET = "notion-webhook-token-5f2a7c";
    private static final String TENANT = IngestRig.TENANT;

    @TempDir
    static Path dir;

    private static IngestRig rig;
    private static Map<String, String> settings;
    private static LogTrap logs;

    @BeforeAll
    static void start() throws IOException {
        logs = LogTrap.open();
        Path secrets = Files.createDirectories(dir.resolve("secrets"));
        Files.writeString(secrets.resolve("SLACK_SIGNING_SECRET"), SLACK_SECRET + "\n");
        Files.writeString(secrets.resolve("NOTION_WEBHOOK_TOKEN"), NOTION_SECRET);
        settings = Map.of(
                "odradek.ingest.triggers", Deliveries.FILES.toString(), "odradek.ingest.secrets", secrets.toString());
        rig = IngestRig.start(dir.resolve("rig"), settings);
        rig.define("task.yaml");
        rig.define("issue.yaml");
    }

    @AfterAll
    static void stop() throws Exception {
        rig.close();
        logs.close();
    }

    @Test
    @DisplayName("A43 a signed event approves the issue of its page, however the page's id is written")
    void approves() {
        String issue = issue("0123456789abcdef0123456789abcdef", "confirmed");

        Reply moved = notion("{\"entity\":{\"id\":\"01234567-89ab-cdef-0123-456789abcdef\"}}");

        assertThat(moved.status()).as(moved.toString()).isEqualTo(200);
        assertThat(moved.text("id")).isEqualTo(issue);
        assertThat(moved.json().has("warning")).isFalse();
        awaitStatus(issue, "approved");
    }

    @Test
    @DisplayName("A43 illegal edges and unknown pages change nothing and are 200 with a warning; a repeat is a no-op")
    void onlyLegalEdges() {
        String closed = issue("page-closed", "confirmed", "approved", "closed");
        String open = issue("page-open");
        String approved = issue("page-approved", "confirmed");
        String again = issue("page-again", "confirmed");
        notion("{\"page_id\":\"page-approved\"}");
        notion("{\"page_id\":\"page-again\"}");
        rig.http().post("/v1/items/" + again + "/transition", "{\"to\":\"confirmed\"}");

        Reply repeat = notion("{\"page_id\":\"page-again\"}");

        assertThat(repeat.status()).isEqualTo(200);
        assertThat(status(again)).as("the same signed bytes are the same event").isEqualTo("confirmed");
        for (String page : List.of("page-closed", "page-open", "page-unknown", "page-approved\",\"n\":\"2")) {
            Reply reply = notion("{\"page_id\":\"" + page + "\"}");

            assertThat(reply.status()).as(page).isEqualTo(200);
            assertThat(reply.text("warning")).as(page).isNotBlank();
        }
        assertThat(status(closed)).isEqualTo("closed");
        assertThat(status(open)).isEqualTo("open");
        assertThat(status(approved)).isEqualTo("approved");
        assertThat(logs.text()).contains("a webhook moved nothing");
    }

    @Test
    @DisplayName("A43 the handshake is answered, a wrong signature is 401, a body without an id 400")
    void notionRefusals() {
        Reply handshake = rig.http().post("/v1/triggers/notion", "{\"verification_token\":\"secret_tok_from_notion\"}");
        Reply forged =
                rig.http().with("X-Notion-Signature", "sha256=00").post("/v1/triggers/notion", "{\"page_id\":\"p\"}");
        Reply unsigned = rig.http().post("/v1/triggers/notion", "{\"page_id\":\"p\"}");
        Reply nameless = notion("{\"type\":\"page.created\"}");

        assertThat(handshake.status()).isEqualTo(200);
        assertThat(handshake.text("verification_token")).isEqualTo("secret_tok_from_notion");
        assertThat(forged.status()).isEqualTo(401);
        assertThat(forged.code()).isEqualTo("bad_signature");
        assertThat(unsigned.code()).isEqualTo("bad_signature");
        assertThat(nameless.status()).isEqualTo(400);
        assertThat(nameless.json().path("detail").asString()).contains("/page_id or /entity/id");
    }

    @Test
    @DisplayName("A44 a mention becomes a task without the mention, and is acknowledged once the broker has it")
    void mention() {
        Reply reply = slack(rig.http(), mention("Ev-once", "<@U0BOT> fix the build"));

        assertThat(reply.status()).as(reply.toString()).isEqualTo(202);
        String id = reply.text("id");
        assertThat(id).isEqualTo(Ids.forKey(TENANT, "trigger\nslack\nEv-once"));
        assertThat(Records.commands(rig.connection()))
                .anySatisfy(record -> assertThat(record.command()).isInstanceOfSatisfying(Create.class, create -> {
                    assertThat(create.itemId()).isEqualTo(id);
                    assertThat(create.item().payload().path("prompt").asString())
                            .isEqualTo("fix the build");
                }));
        awaitStatus(id, "queued");
    }

    @Test
    @DisplayName(
            "A44 an event counts once, by its id or else its signature: after a restart, elsewhere, at the same time")
    void duplicates() {
        String body = mention("Ev-again", "<@U0BOT> once only");
        String now = now();
        String named = slack(rig.http(), body).text("id");
        String nameless = nameless(rig.http(), body, now).text("id");
        String later = nameless(rig.http(), body, String.valueOf(Long.parseLong(now) - 1))
                .text("id");
        Calls other = new Calls(rig.anotherIngest(settings).url());
        rig.restartIngest();

        List<Reply> again = List.of(1, 2, 3, 4).parallelStream()
                .map(each -> slack(each % 2 == 0 ? rig.http() : other, body))
                .toList();
        List<Reply> replayed = List.of(1, 2, 3, 4).parallelStream()
                .map(each ->
                        nameless((each % 2 == 0 ? rig.http() : other).with("Idempotency-Key", "k" + each), body, now))
                .toList();

        assertThat(again).allSatisfy(reply -> assertAccepted(reply, named));
        assertThat(replayed).allSatisfy(reply -> assertAccepted(reply, nameless));
        assertThat(later).as("what was signed anew").isNotBlank().isNotEqualTo(nameless);
        // What comes later on the same partition is decided later.
        String last = slack(rig.http(), mention("Ev-after", "go on")).text("id");
        for (String id : List.of(last, named, nameless, later)) {
            awaitStatus(id, "queued");
            assertThat(Records.created(rig.connection(), id)).hasSize(1);
        }
    }

    private static void assertAccepted(Reply reply, String id) {
        assertThat(reply.status()).as(reply.toString()).isEqualTo(202);
        assertThat(reply.text("id")).isEqualTo(id);
    }

    @Test
    @DisplayName(
            "A44 while the broker is away the sender hears 503 within 3 s, sends again, and the task is created once")
    void brokerAway() {
        slack(rig.http(), mention("Ev-before", "warm"));
        String body = mention("Ev-away", "do not lose this");
        rig.proxy().blackHole();
        long began = System.nanoTime();
        Reply away;
        try {
            away = slack(rig.http(), body);
        } finally {
            rig.proxy().heal();
        }
        Duration took = Duration.ofNanos(System.nanoTime() - began);

        assertThat(away.status()).as(away.toString()).isEqualTo(503);
        assertThat(away.header("Retry-After")).isNotBlank();
        assertThat(took).isLessThan(Duration.ofSeconds(3));
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(
                        () -> assertThat(slack(rig.http(), body).status()).isEqualTo(202));
        String id = Ids.forKey(TENANT, "trigger\nslack\nEv-away");
        awaitStatus(id, "queued");
        assertThat(Records.created(rig.connection(), id)).hasSize(1);
    }

    @Test
    @DisplayName("A44 the challenge is echoed, a bad signature is 401, an old one 409, empty text is ignored")
    void slackRefusals() {
        Reply challenge = slack(rig.http(), "{\"type\":\"url_verification\",\"challenge\":\"c-42\"}");
        Reply forged = rig.http()
                .with("X-Slack-Signature", "v0=00", "X-Slack-Request-Timestamp", now())
                .post("/v1/triggers/slack", mention("Ev-forged", "hi"));
        Reply old = slack(
                rig.http(),
                mention("Ev-old", "hi"),
                String.valueOf(Instant.now().minusSeconds(301).getEpochSecond()));
        Reply empty = slack(rig.http(), mention("Ev-empty", "<@U0BOT>  "));

        assertThat(challenge.status()).isEqualTo(200);
        assertThat(challenge.text("challenge")).isEqualTo("c-42");
        assertThat(forged.status()).isEqualTo(401);
        assertThat(old.status()).isEqualTo(409);
        assertThat(old.code()).isEqualTo("replayed");
        assertThat(old.text("title")).isEqualTo("The signed time is too far from now");
        assertThat(empty.status()).isEqualTo(200);
        assertThat(empty.text("ignored")).contains("/event/text is blank");
        assertThat(Records.commands(rig.connection()))
                .filteredOn(record -> record.command() instanceof Create)
                .noneMatch(record -> List.of("Ev-forged", "Ev-old", "Ev-empty").stream()
                        .anyMatch(id -> record.partitionKey().equals(Ids.forKey(TENANT, "trigger\nslack\n" + id))));
    }

    @Test
    @DisplayName("A45 a bug report becomes a task and answers its id")
    void bug() {
        Reply reply = rig.http().post("/v1/triggers/bug", "{\"prompt\":\"it hangs\",\"notionPageId\":\"p-1\"}");

        assertThat(reply.status()).as(reply.toString()).isEqualTo(202);
        awaitStatus(reply.text("id"), "queued");
        var payload = rig.http().get("/v1/items/" + reply.text("id")).json().path("payload");
        assertThat(payload.path("prompt").asString()).isEqualTo("it hangs");
        assertThat(payload.path("notion_proposer_page_id").asString()).isEqualTo("p-1");
        assertThat(payload.path("source").asString()).isEqualTo("bug_report");
    }

    @ParameterizedTest
    @DisplayName("A45 a bug report without a prompt is 400")
    @ValueSource(strings = {"{}", "{\"prompt\":\" \"}", "{\"prompt\":null}", "[]", "\"x\"", "{", ""})
    void badBug(String body) {
        Reply reply = rig.http().post("/v1/triggers/bug", body);

        assertThat(reply.status()).as(reply.toString()).isEqualTo(400);
        assertThat(reply.code()).isEqualTo("bad_request");
    }

    @Test
    @DisplayName("a trigger that is not there is 404, one behind a proxy without signature 403, a huge body 413")
    void others() {
        Reply unknown = rig.http().post("/v1/triggers/nobody", "{}");
        Reply proxied =
                rig.http().with("X-Forwarded-For", "203.0.113.9").post("/v1/triggers/bug", "{\"prompt\":\"x\"}");
        Reply huge = rig.http().post("/v1/triggers/bug", "{\"prompt\":\"" + "x".repeat(3 << 20) + "\"}");
        Reply large = rig.http().post("/v1/triggers/bug", "{\"prompt\":\"" + "x".repeat(100_000) + "\"}");

        assertThat(unknown.status()).isEqualTo(404);
        assertThat(proxied.status()).isEqualTo(403);
        assertThat(huge.status()).isEqualTo(413);
        assertThat(huge.text("detail")).contains("/v1/artifacts");
        assertThat(large.status()).as(large.toString()).isEqualTo(413);
    }

    @Test
    @DisplayName("facts and the commands of triggers are CloudEvents to a plain consumer")
    void cloudEvents() {
        String id = slack(rig.http(), mention("Ev-ce", "cloud")).text("id");
        awaitStatus(id, "queued");

        EventRecord created = Records.created(rig.connection(), id).get(0);
        var facts = Records.of(rig.connection(), rig.connection().plan().events());
        assertThat(facts)
                .isNotEmpty()
                .allSatisfy(record -> assertThat(Records.headers(record))
                        .containsEntry("ce_specversion", "1.0")
                        .containsEntry("ce_source", "urn:odradek:topic:t.events")
                        .containsEntry("content-type", "application/json")
                        .containsEntry("ce_subject", new String(record.key(), UTF_8))
                        .containsKeys("ce_id", "ce_type", "ce_time"));
        assertThat(facts.stream().map(record -> Records.headers(record).get("ce_id")))
                .doesNotHaveDuplicates();
        assertThat(facts)
                .anySatisfy(record -> assertThat(Records.headers(record))
                        .containsEntry("ce_id", created.cause().toString())
                        .containsEntry("ce_type", "dev.odradek.event." + Event.Created.class.getSimpleName())
                        .containsEntry(
                                "ce_time", Instant.ofEpochMilli(created.ts()).toString()));
        assertThat(Records.of(rig.connection(), rig.connection().plan().commands()))
                .anySatisfy(record -> assertThat(Records.headers(record))
                        .containsEntry("ce_id", "Ev-ce")
                        .containsEntry("ce_type", "dev.odradek.command.Create")
                        .containsEntry("ce_source", "urn:odradek:trigger:default:slack")
                        .containsEntry("ce_subject", "default/" + id));
    }

    @Test
    @DisplayName("X13 no secret comes into a topic, a log or an answer")
    void secretsStayWhereTheyAre() throws Exception {
        notionRefusals();
        slackRefusals();
        approvesAgain();
        Reply forged = rig.http()
                .bearing("bearer-s3cr3t")
                .with("X-Slack-Signature", "v0=1")
                .post("/v1/triggers/slack");
        assertThat(nameless(rig.http(), "{}", now()).status()).isEqualTo(202);
        List<String> secrets = List.of(SLACK_SECRET, NOTION_SECRET, "secret_tok_from_notion", "bearer-s3cr3t");

        assertThat(forged.body()).doesNotContain(secrets);
        assertThat(logs.text()).isNotEmpty().doesNotContain(secrets);
        assertThat(AllTopics.bytes(rig.connection())).isNotEmpty().doesNotContain(secrets);
    }

    private void approvesAgain() {
        issue("page-x13", "confirmed");
        assertThat(notion("{\"page_id\":\"page-x13\"}").status()).isEqualTo(200);
    }

    @Test
    @DisplayName("X13 without its secret a trigger answers 503 and names the variable to set")
    void noSecret() {
        Calls bare = new Calls(
                rig.anotherIngest(Map.of("odradek.ingest.secrets", "/nowhere")).url());

        Reply reply = slack(bare, mention("Ev-bare", "hi"));

        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.code()).isEqualTo("no_secret");
        assertThat(reply.text("detail")).contains("SLACK_SIGNING_SECRET");
    }

    /** An issue made from a page and moved along these states. */
    private static String issue(String page, String... steps) {
        Reply created = rig.http()
                .with("Idempotency-Key", "notion/" + page, "Prefer", "wait")
                .post("/v1/items", "{\"machine\":\"issue\"}");
        assertThat(created.status()).as(created.toString()).isLessThan(300);
        for (String step : steps) {
            Reply moved =
                    rig.http().post("/v1/items/" + created.text("id") + "/transition", "{\"to\":\"" + step + "\"}");
            assertThat(moved.status()).as(moved.toString()).isEqualTo(200);
        }
        return created.text("id");
    }

    private static Reply notion(String body) {
        String signature = Deliveries.trigger("notion").signature().sign(NOTION_SECRET, "", body.getBytes(UTF_8));
        return rig.http().with("X-Notion-Signature", signature).post("/v1/triggers/notion", body);
    }

    private static Reply slack(Calls calls, String body) {
        return slack(calls, body, now());
    }

    private static Reply slack(Calls calls, String body, String timestamp) {
        String signature = Deliveries.trigger("slack").signature().sign(SLACK_SECRET, timestamp, body.getBytes(UTF_8));
        return calls.with("X-Slack-Signature", signature, "X-Slack-Request-Timestamp", timestamp)
                .post("/v1/triggers/slack", body);
    }

    private static Reply nameless(Calls calls, String body, String timestamp) {
        String signature =
                Deliveries.trigger("nameless").signature().sign(SLACK_SECRET, timestamp, body.getBytes(UTF_8));
        return calls.with("X-Signature", signature, "X-Timestamp", timestamp).post("/v1/triggers/nameless", body);
    }

    private static String now() {
        return String.valueOf(Instant.now().getEpochSecond());
    }

    private static String mention(String eventId, String text) {
        return "{\"type\":\"event_callback\",\"event_id\":\"" + eventId + "\",\"event\":{\"type\":\"app_mention\","
                + "\"user\":\"U1\",\"text\":\"" + text + "\",\"ts\":\"1.2\",\"channel\":\"C1\"}}";
    }

    private static String status(String id) {
        return rig.http()
                .get("/v1/items/" + id)
                .json()
                .path("axes")
                .path("status")
                .path("status")
                .asString("");
    }

    private static void awaitStatus(String id, String expected) {
        Awaitility.await().untilAsserted(() -> assertThat(status(id)).isEqualTo(expected));
    }
}
