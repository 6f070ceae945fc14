package dev.odradek.stages.bench.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.runtime.Worker;
import dev.odradek.runtime.client.Odradek;
import dev.odradek.stages.bench.proxy.ModelProxy;
import dev.odradek.stages.bench.proxy.ProxyConfig;
import dev.odradek.stages.fake.FakeReleases;
import dev.odradek.stages.web.Site;
import dev.odradek.statestore.read.ItemView;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.route.Conversation;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Builds and the daily cycle, on a real broker and database and over real HTTP. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
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

    @BeforeAll
    static void start() throws Exception {
        rig = ServiceRig.start(dir);
        for (String machine : List.of("build", "cycle", "task")) {
            rig.define(machine);
        }
        releases = FakeReleases.start(0);
        front = front(Optional.of(Site.at(releases.url())));
        otherFront = front(Optional.of(Site.at(releases.url())));
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
                .connection(rig.connection())
                .queue(Builder.QUEUE)
                .handle(new Builder(from, rig.api(), CLOCK))
                .start();
    }

    @Test
    @Order(1)
    @DisplayName("A48 GET /baml/current is 404 while no build is ready, as is the binary of a sha nobody built")
    void nothingYet() throws Exception {
        assertThat(Site.at(front.url()).get("/baml/current").status()).isEqualTo(404);
        assertThat(Site.at(front.url()).get("/baml/binary/abc").status()).isEqualTo(404);
        assertThat(Site.at(front.url()).get("/baml/binary/%2e%2e").status()).isEqualTo(400);
        assertThat(update("a/b", "").status()).isEqualTo(400);
    }

    @Test
    @Order(2)
    @DisplayName("A46 updates for one sha at the same time, on two fronts, create one build; then it is told as it is")
    void oneBuildForASha() throws Exception {
        publish("sha-1", "0.9.1");

        List<JsonNode> first = allAtOnce(16);
        JsonNode pending = Site.at(front.url()).post("/baml/update", Map.of()).json();
        try (Worker building = builder(Optional.of(Site.at(releases.url())))) {
            awaitStatus("sha-1", "ready"::equals);
        }
        JsonNode built = Site.at(otherFront.url()).post("/baml/update", Map.of()).json();

        assertThat(first).allSatisfy(told -> {
            assertThat(told.path("built").asBoolean(true)).isFalse();
            assertThat(told.path("enqueued").asString()).isEqualTo("sha-1");
        });
        assertThat(pending).hasToString("{\"built\":false,\"enqueued\":\"sha-1\",\"version\":\"0.9.1\",\"pending\":true}");
        assertThat(built).hasToString("{\"built\":true,\"sha\":\"sha-1\",\"version\":\"0.9.1\"}");
        eventually(() -> assertThat(rig.items("build")).hasSize(1));
        assertThat(releases.downloads("sha-1")).isEqualTo(1);
    }

    @Test
    @Order(3)
    @DisplayName("A47 the builder keeps the release's binary, and the ready build has its time, size and hash")
    void built() throws Exception {
        JsonNode payload = build("sha-1").payload();

        assertThat(payload.path("built_at").asString()).isEqualTo(NOW.toString());
        assertThat(payload.path("size").asInt()).isEqualTo(binary("sha-1").length());
        assertThat(payload.path("hash").asString()).matches("sha256:[0-9a-f]{64}");
        assertThat(Site.at(front.url()).get("/baml/binary/sha-1").body()).isEqualTo(binary("sha-1"));
    }

    @Test
    @Order(4)
    @DisplayName("A47 a download that fails fails the build and keeps its log's end; the next update builds it again")
    void failsAndIsBuiltAgain() throws Exception {
        publish("sha-2", "0.9.2");
        try (Worker building = builder(Optional.of(Site.at(releases.url())))) {
            update("sha-2", "0.9.2");
            awaitStatus("sha-2", "ready"::equals);
            publish("sha-3", "0.9.3");
            releases.server().failNext(1, 503);
            update("sha-3", "0.9.3");
            awaitStatus("sha-3", "failed"::equals);
            String tail = build("sha-3").payload().path("build_log_tail").asString();

            JsonNode again = update("sha-3", "0.9.3").json();
            awaitStatus("sha-3", "ready"::equals);

            assertThat(tail).contains("503").contains("as the test wishes").hasSizeLessThanOrEqualTo(4000);
            assertThat(again.path("enqueued").asString()).as(again.toString()).isEqualTo("sha-3");
        }
    }

    @Test
    @Order(5)
    @DisplayName("A48 the newest ready build is current, and the one the proxy runs")
    void newestIsCurrent() throws Exception {
        eventually(() -> assertThat(Site.at(front.url())
                        .get("/baml/current")
                        .json()
                        .path("sha")
                        .asString())
                .isEqualTo("sha-3"));

        try (ModelProxy proxy = ModelProxy.start(new ProxyConfig(
                0,
                Optional.empty(),
                ProxyConfig.MODELS,
                Optional.of(Site.at(front.url())),
                dir.resolve("proxy"),
                ProxyConfig.LONGEST))) {
            Map<String, ?> newest = Map.of("id", "c", "files", Map.of("a.baml", ""));
            Map<String, ?> older = Map.of("id", "c", "files", Map.of("a.baml", ""), "sha", "sha-1");

            JsonNode checked = Site.at(proxy.url()).post("/check-baml", newest).json();
            JsonNode checkedOlder = Site.at(proxy.url()).post("/check-baml", older).json();

            assertThat(checked.path("output").asString()).as(checked.toString()).isEqualTo("I am sha-3\n");
            assertThat(checked.path("baml_version").asString()).isEqualTo("0.9.3");
            assertThat(checkedOlder.path("output").asString()).isEqualTo("I am sha-1\n");
        }
    }

    @Test
    @Order(6)
    @DisplayName("A50 a cycle at the start asks for the newest build and makes the tasks it is told; then one each day")
    void cycles() throws Exception {
        publish("sha-4", "0.9.4");
        begin(NOW);
        begin(NOW.plusSeconds(20));

        try (Worker cycling = cycle(Optional.of(Site.at(front.url())), "try enums || try unions ||")) {
            eventually(() -> assertThat(prompts()).containsExactlyInAnyOrder("try enums", "try unions"));
        }

        assertThat(build("sha-4").axes().get("status").status()).isEqualTo("queued");
        assertThat(rig.items("cycle")).hasSize(1);
        assertThat(rig.items("task")).allMatch(task -> task.payload().path("source").asString().equals("cron"));
        assertThat(rig.schedules()).singleElement().satisfies(daily -> {
            assertThat(daily.machine()).isEqualTo("cycle");
            assertThat(daily.cron()).isEqualTo("20 10 * * *");
        });
    }

    @Test
    @Order(7)
    @DisplayName("A50 a cycle whose build cannot be refreshed makes its task all the same, the day's own if told none")
    void cyclesWithoutBuilds() throws Exception {
        releases.server().failNext(1, 500);
        begin(NOW.plusSeconds(3600));

        try (Worker cycling = cycle(Optional.of(Site.at(front.url())), "")) {
            String todays = CronTasks.of("", NOW.atZone(ZoneOffset.UTC).toLocalDate()).get(0);
            eventually(() -> assertThat(prompts()).hasSize(3).contains(todays));
        }
    }

    @Test
    @Order(8)
    @DisplayName("A51 without a release store nothing is enqueued, and what is there fails and says why")
    void degradesWithoutReleases() throws Exception {
        try (BuildFront alone = front(Optional.empty());
                Worker building = builder(Optional.empty())) {
            JsonNode skipped = Site.at(alone.url()).post("/baml/update", Map.of()).json();
            awaitStatus("sha-4", "failed"::equals);

            assertThat(skipped).hasToString("{\"built\":false,\"skipped\":\"no release store is configured\"}");
            assertThat(build("sha-4").payload().path("build_log_tail").asString())
                    .isEqualTo("No release store is configured.");
        }
    }

    private static Worker cycle(Optional<Site> builds, String tasks) {
        return Worker.configured()
                .connection(rig.connection())
                .queue(Cycle.QUEUE)
                .handle(new Cycle(builds, tasks, CLOCK))
                .start();
    }

    private static void begin(Instant at) throws Exception {
        try (Odradek odradek = Odradek.to(rig.connection(), ServiceRig.TENANT);
                Conversation talk = new Conversation(rig.connection())) {
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
        return rig.item(Build.itemId(ServiceRig.TENANT, sha));
    }

    private static void awaitStatus(String sha, Predicate<String> wanted) {
        eventually(() -> assertThat(build(sha).axes().get("status").status()).matches(wanted));
    }

    private static void eventually(ThrowingRunnable assertion) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(assertion);
    }
}
