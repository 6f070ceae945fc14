package dev.odradek.stages.bench.build;

import static dev.odradek.stages.BenchRig.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.runtime.Worker;
import dev.odradek.runtime.client.Odradek;
import dev.odradek.stages.LogTrap;
import dev.odradek.stages.bench.proxy.ModelProxy;
import dev.odradek.stages.bench.proxy.ProxyConfig;
import dev.odradek.stages.fake.FakeReleases;
import dev.odradek.stages.web.Site;
import dev.odradek.statestore.read.ItemView;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.route.Conversation;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Builds and the daily cycle, on a real broker and database and over real HTTP. */
class BuildIT {
    private static final Instant NOW = Instant.parse("2026-03-01T10:20:30Z");
    private static final InstantSource CLOCK = InstantSource.fixed(NOW);
    private static final String BINARY = "#!/bin/sh\necho \"I am %s\"\n";

    @TempDir
    static Path dir;

    private static ServiceRig rig;
    private static FakeReleases releases;
    private static BuildFront front;
    private static BuildFront otherFront;
    private static Site.Answer currentAtFirst;

    @BeforeAll
    static void start() throws Exception {
        rig = ServiceRig.start(dir);
        releases = FakeReleases.start(0);
        front = front(Optional.of(Site.at(releases.url())));
        otherFront = front(Optional.of(Site.at(releases.url())));
        currentAtFirst = Site.at(front.url()).get("/baml/current");
    }

    @AfterAll
    static void stop() throws Exception {
        otherFront.close();
        front.close();
        releases.close();
        rig.close();
    }

    private static BuildFront front(Optional<Site> from) {
        return BuildFront.start(0, rig.api(), ServiceRig.TENANT, from);
    }

    private static Worker builder(Optional<Site> from) {
        return Worker.configured()
                .connection(rig.core().connection())
                .queue(Builder.QUEUE)
                .handle(new Builder(from, rig.api(), CLOCK))
                .start();
    }

    @Test
    @DisplayName("A48 GET /baml/current is 404 while no build is ready, as is the binary of a sha nobody built")
    void nothingYet() throws Exception {
        assertThat(currentAtFirst.status()).as(currentAtFirst.toString()).isEqualTo(404);
        assertThat(Site.at(front.url()).get("/baml/binary/nobodys").status()).isEqualTo(404);
        assertThat(Site.at(front.url()).get("/baml/binary/%2e%2e").status()).isEqualTo(400);
        assertThat(update("a/b", "").status()).isEqualTo(400);
    }

    @Test
    @DisplayName("A46 updates for one sha at the same time, on two fronts, create one build, told as it then stands")
    void oneBuildForASha() throws Exception {
        publish("once", "0.9.1");

        List<JsonNode> first = allAtOnce(16);
        JsonNode pending = Site.at(front.url()).post("/baml/update", Map.of()).json();
        try (Worker building = builder(Optional.of(Site.at(releases.url())))) {
            awaitStatus("once", "ready");
        }
        JsonNode built =
                Site.at(otherFront.url()).post("/baml/update", Map.of()).json();

        assertThat(first).allSatisfy(told -> {
            assertThat(told.path("built").asBoolean(true)).isFalse();
            assertThat(told.path("enqueued").asString()).isEqualTo("once");
        });
        assertThat(pending).hasToString("""
                {"built":false,"enqueued":"once","version":"0.9.1","pending":true}""");
        assertThat(built).hasToString("""
                {"built":true,"sha":"once","version":"0.9.1"}""");
        eventually(() -> assertThat(rig.items("build")).filteredOn(isOf("once")).hasSize(1));
        assertThat(releases.downloads("once")).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "A47 the builder keeps the release's binary: ready with time, size and hash, and handed out by its sha")
    void builds() throws Exception {
        publish("kept", "0.9.2");
        try (Worker building = builder(Optional.of(Site.at(releases.url())))) {
            update("kept", "0.9.2");
            awaitStatus("kept", "ready");
        }

        JsonNode payload = build("kept").payload();
        assertThat(payload.path("built_at").asString()).isEqualTo(NOW.toString());
        assertThat(payload.path("size").asInt()).isEqualTo(binary("kept").length());
        assertThat(payload.path("hash").asString()).matches("sha256:[0-9a-f]{64}");
        assertThat(Site.at(front.url()).get("/baml/binary/kept").body()).isEqualTo(binary("kept"));
    }

    @Test
    @DisplayName("A47 a download that fails fails the build and keeps its log's end; the next update builds it again")
    void failsAndIsBuiltAgain() throws Exception {
        try (Worker building = builder(Optional.of(Site.at(releases.url())))) {
            update("later", "0.9.3");
            awaitStatus("later", "failed");
            String tail = build("later").payload().path("build_log_tail").asString();

            publish("later", "0.9.3");
            JsonNode again = update("later", "0.9.3").json();
            awaitStatus("later", "ready");

            assertThat(tail).contains("404").contains("there is no binary of later");
            assertThat(again.path("enqueued").asString()).as(again.toString()).isEqualTo("later");
        }
    }

    @Test
    @DisplayName("A48 the newest ready build is current, and the one that the proxy runs unless it is told another")
    void newestIsCurrent() throws Exception {
        publish("old", "0.1.0");
        publish("new", "0.2.0");
        try (Worker building = builder(Optional.of(Site.at(releases.url())));
                ModelProxy proxy = ModelProxy.start(new ProxyConfig(
                        0,
                        Optional.empty(),
                        ProxyConfig.MODELS,
                        Optional.of(Site.at(front.url())),
                        dir.resolve("proxy"),
                        ProxyConfig.LONGEST))) {
            for (String sha : List.of("old", "new")) {
                update(sha, sha.equals("old") ? "0.1.0" : "0.2.0");
                awaitStatus(sha, "ready");
            }
            eventually(() ->
                    assertThat(Site.at(front.url()).get("/baml/current").body()).contains("\"sha\":\"new\""));
            Map<String, ?> newest = Map.of("id", "c", "files", Map.of("a.baml", ""));
            Map<String, ?> older = Map.of("id", "c", "files", Map.of("a.baml", ""), "sha", "old");

            JsonNode checked = Site.at(proxy.url()).post("/check-baml", newest).json();
            JsonNode checkedOlder =
                    Site.at(proxy.url()).post("/check-baml", older).json();

            assertThat(checked.path("output").asString()).as(checked.toString()).isEqualTo("I am new\n");
            assertThat(checked.path("baml_version").asString()).isEqualTo("0.2.0");
            assertThat(checkedOlder.path("output").asString()).isEqualTo("I am old\n");
        }
    }

    @Test
    @DisplayName("A50 a cycle at the start asks for the newest build and makes the tasks it is told; then one each day")
    void cycles() throws Exception {
        publish("cycled", "0.9.4");
        begin(NOW);
        begin(NOW.plusSeconds(20));

        try (Worker cycling = cycle(Optional.of(Site.at(front.url())), "try enums || try unions ||")) {
            eventually(() -> assertThat(prompts()).contains("try enums", "try unions"));
        }

        assertThat(build("cycled").axes().get("status").status()).isEqualTo("queued");
        assertThat(prompts()).containsOnlyOnce("try enums");
        assertThat(rig.core().reads().schedules(ServiceRig.TENANT))
                .singleElement()
                .satisfies(daily -> {
                    assertThat(daily.machine()).isEqualTo("cycle");
                    assertThat(daily.cron()).isEqualTo("20 10 * * *");
                });
    }

    @Test
    @DisplayName("A50 a cycle whose build cannot be refreshed makes its task all the same, the day's own if told none")
    void cyclesWithoutBuilds() throws Exception {
        releases.server().failNext(1, 500);
        String todays =
                CronTasks.of("", LocalDate.ofInstant(NOW, ZoneOffset.UTC)).get(0);
        begin(NOW.plus(1, ChronoUnit.DAYS));

        try (Worker cycling = cycle(Optional.of(Site.at(front.url())), "")) {
            eventually(() -> assertThat(prompts()).contains(todays));
        }
    }

    @Test
    @DisplayName("A51 without a release store nothing is enqueued, what is there fails and says why, and it is logged")
    void degradesWithoutReleases() throws Exception {
        update("nowhere", "0.9.5");
        try (LogTrap log = LogTrap.open("dev.odradek.stages.bench.build");
                BuildFront alone = front(Optional.empty());
                Worker building = builder(Optional.empty())) {
            JsonNode skipped =
                    Site.at(alone.url()).post("/baml/update", Map.of()).json();
            awaitStatus("nowhere", "failed");

            assertThat(skipped.path("skipped").asString()).isEqualTo("no release store is configured");
            assertThat(build("nowhere").payload().path("build_log_tail").asString())
                    .isEqualTo("No release store is configured.");
            assertThat(log.text()).contains("no release store is configured, so nothing is built");
        }
    }

    private static Worker cycle(Optional<Site> builds, String tasks) {
        return Worker.configured()
                .connection(rig.core().connection())
                .queue(Cycle.QUEUE)
                .handle(new Cycle(builds, tasks, CLOCK))
                .start();
    }

    private static void begin(Instant at) throws Exception {
        try (Odradek odradek = Odradek.to(rig.core().connection(), ServiceRig.TENANT);
                Conversation talk = new Conversation(rig.core().connection())) {
            assertThat(Cycle.begin(odradek, talk, ServiceRig.TENANT, at).get(30, TimeUnit.SECONDS))
                    .isInstanceOf(Answer.Applied.class);
        }
    }

    private static List<String> prompts() {
        return rig.items("task").stream()
                .map(task -> task.payload().path("prompt").asString())
                .toList();
    }

    private static void publish(String sha, String version) {
        releases.publish(sha, version, binary(sha));
    }

    private static String binary(String sha) {
        return BINARY.formatted(sha);
    }

    /** Half of them ask each front. */
    private static List<JsonNode> allAtOnce(int count) {
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            List<CompletableFuture<JsonNode>> asked = new ArrayList<>();
            for (int n = 0; n < count; n++) {
                Site site = Site.at(n % 2 == 0 ? front.url() : otherFront.url());
                asked.add(CompletableFuture.supplyAsync(() -> posted(site), threads));
            }
            return asked.stream().map(CompletableFuture::join).toList();
        } finally {
            threads.shutdown();
        }
    }

    private static JsonNode posted(Site site) {
        try {
            return site.post("/baml/update", Map.of()).json();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static Site.Answer update(String sha, String version) throws Exception {
        return Site.at(front.url()).post("/baml/update", Map.of("sha", sha, "version", version));
    }

    private static ItemView build(String sha) {
        return rig.core().item(Build.itemId(ServiceRig.TENANT, sha)).orElseThrow();
    }

    private static Predicate<ItemView> isOf(String sha) {
        return build -> build.payload().path("sha").asString().equals(sha);
    }

    private static void awaitStatus(String sha, String status) {
        rig.core().awaitStatus(Build.itemId(ServiceRig.TENANT, sha), "status", status);
    }
}
