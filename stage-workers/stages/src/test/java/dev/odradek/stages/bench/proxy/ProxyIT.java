package dev.odradek.stages.bench.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.stages.fake.FakeModel;
import dev.odradek.stages.fake.FakeModel.Says;
import dev.odradek.stages.fake.FakeServer;
import dev.odradek.stages.web.Reply;
import dev.odradek.stages.web.Site;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The proxy over real HTTP, with a model, builds and binaries that run. */
class ProxyIT {
    private static final String KEY = "sk-ant-test";
    private static final String MODEL = "claude-sonnet-4-5";
    private static final String BINARY = """
            #!/bin/sh
            if grep -q BUG "$2" 2>/dev/null; then echo "error: BUG in $2"; exit 1; fi
            echo "on the path: $(command -v baml)"
            """;

    @TempDir
    Path dir;

    private final FakeModel model = FakeModel.start(0, KEY);
    private final FakeServer builds = FakeServer.start(0)
            .on("GET", "/baml/current", request -> Reply.ok(Map.of("sha", "abc", "version", "0.9.1")))
            .on(
                    "GET",
                    "/baml/binary/{sha}",
                    request -> Reply.bytes(
                                    BINARY.length(), new ByteArrayInputStream(BINARY.getBytes(StandardCharsets.UTF_8)))
                            .with("X-Baml-Version", "0.9.1"));
    private ModelProxy proxy;

    @BeforeEach
    void start() {
        proxy = proxy(ProxyConfig.model(model.url(), KEY));
    }

    @AfterEach
    void stop() {
        proxy.close();
        builds.close();
        model.close();
    }

    private ModelProxy proxy(Optional<Site> asking) {
        return ModelProxy.start(new ProxyConfig(
                0, asking, ProxyConfig.MODELS, Optional.of(Site.at(builds.url())), dir, ProxyConfig.LONGEST));
    }

    @Test
    @DisplayName("A49 an agent's run goes through the proxy, which alone bears the model's key, and is told whole")
    void runs() throws Exception {
        JsonNode run = run("run-1", "try enums").json();

        assertThat(run.path("status").asString()).as(run.toString()).isEqualTo("ok");
        assertThat(run.path("summary").asString()).isEqualTo("did: try enums");
        assertThat(run.path("baml_version").asString()).isEqualTo("0.9.1");
        assertThat(run.path("turns").toString()).isEqualTo("[{\"call_index\":0,\"tool\":\"baml\"}]");
        assertThat(run.path("findings").path(0).path("title").asString()).isEqualTo("about try enums");
        assertThat(run.path("metrics").path("input_tokens").asInt()).isEqualTo(200);
        assertThat(run.path("metrics").path("cache_read_tokens").asInt()).isEqualTo(100);
        assertThat(run.path("metrics").path("estimated_cost_usd").decimalValue())
                .isEqualByComparingTo("0.001305");
        assertThat(model.server().requests())
                .hasSize(2)
                .allMatch(request -> request.header("x-api-key").equals(KEY));
        assertThat(Site.at(model.url()).post("/v1/messages", Map.of()).status()).isEqualTo(401);
        assertThat(leftovers()).isEmpty();
    }

    @Test
    @DisplayName("A49 a model that is not on the list is 403 and an id that is a path is 400, and nothing is asked")
    void refuses() throws Exception {
        Site.Answer other = ask(Map.of("run_id", "run-1", "model", "gpt-9", "prompt", "x"));
        Site.Answer path = run("../../etc", "x");
        Site.Answer dots = run("..", "x");
        Site.Answer sha = ask(Map.of("run_id", "run-1", "model", MODEL, "prompt", "x", "sha", "a/b"));
        Site.Answer file =
                Site.at(proxy.url()).post("/check-baml", Map.of("id", "c", "files", Map.of("../x.baml", "class A {}")));

        assertThat(other.status()).as(other.toString()).isEqualTo(403);
        assertThat(List.of(path, dots, sha, file)).allMatch(answer -> answer.status() == 400);
        assertThat(model.server().requests()).isEmpty();
        assertThat(builds.requests()).isEmpty();
    }

    @Test
    @DisplayName("A49 a model that does not answer in time is a time-out, and no staging directory stays")
    void timesOut() throws Exception {
        model.server().hang();

        Site.Answer hanging = ask(Map.of("run_id", "slow", "model", MODEL, "prompt", "x", "timeout_ms", 300));
        model.server().failNext(1, 400);
        Site.Answer refused = run("refused", "x");

        assertThat(hanging.status()).isEqualTo(200);
        assertThat(hanging.json().path("status").asString()).isEqualTo("timeout");
        assertThat(refused.json().path("status").asString()).isEqualTo("error");
        assertThat(leftovers()).isEmpty();
    }

    @Test
    @DisplayName("A49 what the agent's tool starts ends with the run's time, and its staging directory with it")
    void stopsTools() throws Exception {
        FakeServer endless = FakeServer.start(0).on("GET", "/baml/binary/{sha}", request -> {
            byte[] script = "#!/bin/sh\nexec sleep 600\n".getBytes(StandardCharsets.UTF_8);
            return Reply.bytes(script.length, new ByteArrayInputStream(script));
        });
        try (endless;
                ModelProxy slow = ModelProxy.start(new ProxyConfig(
                        0,
                        ProxyConfig.model(model.url(), KEY),
                        ProxyConfig.MODELS,
                        Optional.of(Site.at(endless.url())),
                        dir,
                        ProxyConfig.LONGEST))) {
            Site.Answer run = Site.at(slow.url())
                    .post(
                            "/run-agent",
                            Map.of("run_id", "r", "model", MODEL, "prompt", "x", "sha", "endless", "timeout_ms", 500));

            assertThat(run.json().path("status").asString()).as(run.toString()).isEqualTo("timeout");
            assertThat(leftovers()).isEmpty();
        }
    }

    @Test
    @DisplayName("A48 the binary is on the PATH, is downloaded once for its sha however many ask, and is kept")
    void downloadsOnce() throws Exception {
        List<Site.Answer> answers = new CopyOnWriteArrayList<>();
        var threads = Executors.newFixedThreadPool(8);
        try {
            CompletableFuture.allOf(IntStream.range(0, 8)
                            .mapToObj(n -> CompletableFuture.runAsync(() -> answers.add(check("c" + n)), threads))
                            .toArray(CompletableFuture[]::new))
                    .join();
        } finally {
            threads.shutdown();
        }
        try (ModelProxy restarted = proxy(Optional.empty())) {
            answers.add(Site.at(restarted.url())
                    .post("/check-baml", Map.of("id", "later", "sha", "abc", "files", Map.of("a.baml", "class A {}"))));
        }

        assertThat(answers).hasSize(9).allSatisfy(answer -> {
            assertThat(answer.json().path("ok").asBoolean())
                    .as(answer.toString())
                    .isTrue();
            assertThat(answer.json().path("output").asString())
                    .contains("on the path: " + dir.resolve("cache/abc/baml"));
        });
        assertThat(builds.requests())
                .filteredOn(asked -> asked.path().equals("/baml/binary/abc"))
                .hasSize(1);
        assertThat(leftovers()).isEmpty();
    }

    @Test
    @DisplayName("A48 without a binary it runs all the same, and gets it as soon as it can be had")
    void runsWithoutBinary() throws Exception {
        builds.failNext(2, 404);

        JsonNode without = run("first", "x").json();
        Site.Answer unchecked = check("unchecked");
        JsonNode with = run("second", "x").json();

        assertThat(without.path("status").asString()).isEqualTo("ok");
        assertThat(without.path("baml_version").asString()).isEmpty();
        assertThat(unchecked.json().has("skipped")).as(unchecked.toString()).isTrue();
        assertThat(with.path("baml_version").asString()).isEqualTo("0.9.1");
    }

    @Test
    @DisplayName("A51 without the model's key nothing is asked, and the answer says so")
    void degradesWithoutKey() throws Exception {
        try (ModelProxy keyless = proxy(ProxyConfig.model(model.url(), ""))) {
            Site.Answer run =
                    Site.at(keyless.url()).post("/run-agent", Map.of("run_id", "r", "model", MODEL, "prompt", "x"));

            assertThat(run.status()).isEqualTo(200);
            assertThat(run.json().path("status").asString()).isEqualTo("error");
            assertThat(run.json().path("summary").asString()).contains("No model is configured");
        }
        assertThat(model.server().requests()).isEmpty();
    }

    @Test
    @DisplayName("what may pass is asked again under the same key, and a lost answer is carried out once")
    void asksAgain() throws Exception {
        model.server().failNext(1, 529);
        model.server().answerTwice();

        assertThat(run("run-1", "x").json().path("status").asString()).isEqualTo("ok");
        assertThat(run("run-1", "x").json().path("status").asString()).isEqualTo("ok");

        assertThat(model.server().asked("run-1.1")).isEqualTo(3);
        assertThat(model.server().carriedOut()).isEqualTo(Map.of("run-1.1", 1, "run-1.2", 1));
    }

    @Test
    @DisplayName("a tool's error is in the turn log, and a repro is verified by running it")
    void verifiesRepro() throws Exception {
        model.thinks(asked -> switch (asked.path("messages").size()) {
            case 1 -> Says.tool("t1", "write_file", Map.of("name", "main.baml", "content", "BUG"));
            case 3 -> Says.tool("t2", "baml", Map.of("args", List.of("check", "main.baml")));
            default -> Says.report(Map.of("self_report", "partial", "repro", "class A { BUG }"));
        });

        JsonNode run = run("run-1", "x").json();

        assertThat(run.path("turns").path(0).has("error")).isFalse();
        assertThat(run.path("turns").path(1).path("error").asString()).contains("error: BUG in main.baml");
        assertThat(run.path("self_report").asString()).isEqualTo("partial");
        assertThat(run.path("repro_verified").asBoolean()).isTrue();
    }

    private Site.Answer run(String id, String prompt) throws Exception {
        return ask(Map.of("run_id", id, "model", MODEL, "prompt", prompt, "timeout_ms", 20_000));
    }

    private Site.Answer ask(Map<String, ?> body) throws Exception {
        return Site.at(proxy.url()).within(Duration.ofSeconds(30)).post("/run-agent", body);
    }

    private Site.Answer check(String id) {
        try {
            return Site.at(proxy.url())
                    .post("/check-baml", Map.of("id", id, "files", Map.of("main.baml", "class A {}")));
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** What is there beside the cache's finished binaries. */
    private List<Path> leftovers() throws IOException {
        try (Stream<Path> all = Files.walk(dir, 2)) {
            return all.filter(path -> dir.relativize(path).getNameCount() == 2)
                    .filter(path -> !path.getParent().endsWith("cache")
                            || path.getFileName().toString().startsWith("."))
                    .toList();
        }
    }
}
