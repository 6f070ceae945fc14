package dev.odradek.standalone.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.odradek.standalone.client.Asking;
import dev.odradek.standalone.client.MachineApply;
import dev.odradek.standalone.service.RunningOdradek;
import dev.odradek.standalone.service.Service;
import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.command.ItemCommand.Fail;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.route.Routing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The record or timer behind each reason is really there, and its absence is noticed. */
class CheckIT {
    private static final String LETTER = """
            machine: letter
            axes:
              status:
                initial: draft
                states: [draft, sent]
                terminal: [sent]
                edges: {draft: [sent]}
            """;

    /** More than one page, and more than a resumed queue offers at once, in each of the three partitions. */
    private static final int MANY = 1_800;

    @TempDir
    static Path dir;

    private static RunningOdradek odradek;
    private static Asking asking;

    @BeforeAll
    static void start() {
        odradek = RunningOdradek.in(
                dir.resolve("data"),
                EnumSet.allOf(Service.class),
                Map.of(
                        "odradek.audit.every",
                        "1s",
                        "odradek.reaper.presence-timeout",
                        "5m",
                        "odradek.reaper.grace",
                        "5m"));
        asking = Asking.open(odradek.connection());
        String patrolled = Job.yaml("patrolled", "1h").replace("redispatch: 2h", "redispatch: 18h");
        for (String yaml :
                List.of(LETTER, Job.yaml("job", "1h"), Job.yaml("parcel", "1h"), Job.yaml("crate", "1h"), patrolled)) {
            MachineApply.parse(yaml).to(asking, "default");
        }
    }

    @AfterAll
    static void stop() {
        asking.close();
        odradek.close();
    }

    @Test
    @DisplayName("every axis has the record or timer that its reason names, whatever the reason")
    void everyKindOfReasonIsBacked() {
        long before = check().path("checked").asLong();
        post("letter", "outside");
        post("job", "offered");
        post("patrolled", "untimed");
        post("job", "held");
        claim("held", null);
        post("job", "failed");
        claim("failed", null);
        asking.ask(
                "default", "failed", new Fail("failed", "status", token("failed"), "w", Fail.Kind.RETRY, "no", null));
        post("job", "delayed", "--delay", "1h");
        odradek("pause", "parcel");
        post("parcel", "withheld");

        CliRun run = odradek("check");
        assertThat(run.out()).contains("each has the record or timer that moves it next.");
        assertThat(run.exit()).isZero();
        JsonNode checked = check();
        assertThat(checked.path("checked").asLong() - before).isEqualTo(7);
        assertThat(checked.path("not_checked").asLong()).isZero();
        assertThat(checked.path("without_wakeup").isEmpty()).isTrue();
        assertThat(why("outside")).contains("edges").doesNotContain("timer");
        assertThat(why("untimed")).contains("a patrol has it offered again").doesNotContain("timer");
        assertThat(why("withheld")).contains("paused").doesNotContain("timer");
        for (String timed : List.of("offered", "held", "failed", "delayed")) {
            await().untilAsserted(() -> assertThat(why(timed)).contains("its timer is armed for"));
        }
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(odradek.scrape())
                        .contains("odradek_items_without_wakeup 0.0")
                        .containsPattern("odradek_items_checked [1-9]"));
    }

    @Test
    @DisplayName("why says the lease's end as the reaper knows it, and how long its holder may be silent")
    void theReaperKnowsTheEndOfALease() {
        post("job", "present");
        claim("present", "incarnation-1");

        await().untilAsserted(() ->
                assertThat(why("present")).contains("armed for", "later if it is renewed", "300 s of its holder's"));
        JsonNode axis = Json.parse(odradek("item", "present", "--json").out())
                .path("axes")
                .path("status");
        assertThat(axis.path("lease_expires_at").asLong())
                .isGreaterThanOrEqualTo(axis.path("claimed_at").asLong() + 3_600_000);
    }

    @Test
    @DisplayName("more than a page, and a line that only its own offers move, are found sound")
    void aLongLineIsSound() throws Exception {
        long before = check().path("checked").asLong();
        Path lines = Files.writeString(dir.resolve("lines"), "{}\n".repeat(MANY));
        odradek("pause", "crate");
        CliRun posted = odradek("post", "crate", "--lines", lines.toString());
        assertThat(posted.exit()).as(posted.toString()).isZero();
        odradek("resume", "crate");

        CliRun run = odradek("check", "--json");

        assertThat(run.exit()).isZero();
        assertThat(Json.parse(run.out()).path("checked").asLong() - before).isEqualTo(MANY);
        assertThat(Json.parse(odradek("queues", "--json").out()).values())
                .filteredOn(queue -> queue.path("queue").asString().equals("crate"))
                .singleElement()
                .satisfies(queue -> assertThat(queue.path("waiting").asLong()).isPositive());
    }

    @Test
    @DisplayName("a lost timer is noticed, named, and forgotten when a worker has moved the item on")
    void aLostTimerIsNoticed() throws Exception {
        post("job", "sound");
        post("job", "lost");
        await().untilAsserted(() -> assertThat(why("lost")).contains("its timer is armed for"));

        empty("default/lost/status", Routing.partition("default", "lost", 3));

        await().untilAsserted(() -> assertThat(why("lost")).contains("its timer has not reached the reaper-job"));
        CliRun run = odradek("check");
        assertThat(run.out())
                .contains("Item lost of tenant default, axis status in ready", "no timer", "1 has nothing");
        assertThat(run.out()).doesNotContain("Item sound");
        assertThat(run.exit()).isEqualTo(1);
        assertThat(check().path("without_wakeup").values())
                .singleElement()
                .satisfies(each -> assertThat(each.path("id").asString()).isEqualTo("lost"));
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(odradek.scrape()).contains("odradek_items_without_wakeup 1.0"));

        claim("lost", null);
        assertThat(odradek("check").exit()).isZero();
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(odradek.scrape()).contains("odradek_items_without_wakeup 0.0"));
    }

    private static void empty(String slot, int partition) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                odradek.connection().clientProperties(), new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(
                            odradek.connection().plan().timers(), partition, slot.getBytes(UTF_8), null))
                    .get();
        }
    }

    private static void claim(String id, String incarnation) {
        Claim claim = new Claim(id, "status", 1, "w", "claim-" + id, incarnation);
        assertThat(asking.ask("default", id, claim)).isInstanceOf(Answer.Granted.class);
    }

    private static Token token(String id) {
        return new Token(1, "claim-" + id);
    }

    private static void post(String machine, String id, String... more) {
        List<String> args = new ArrayList<>(List.of("post", machine, "--id", id));
        args.addAll(Arrays.asList(more));
        CliRun run = odradek(args.toArray(String[]::new));
        assertThat(run.err()).isEmpty();
    }

    private static String why(String id) {
        return odradek("why", id).out();
    }

    private static JsonNode check() {
        return Json.parse(odradek("check", "--json").out());
    }

    private static CliRun odradek(String... args) {
        List<String> all = new ArrayList<>(Arrays.asList(args));
        all.addAll(List.of("--data-dir", dir.resolve("data").toString()));
        return CliRun.of(all.toArray(String[]::new));
    }
}
