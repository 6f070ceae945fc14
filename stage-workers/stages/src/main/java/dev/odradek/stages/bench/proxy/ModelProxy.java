package dev.odradek.stages.bench.proxy;

import dev.odradek.stages.bench.proxy.Binary.Ran;
import dev.odradek.stages.bench.proxy.RunRequest.Refused;
import dev.odradek.stages.web.Reply;
import dev.odradek.stages.web.Request;
import dev.odradek.stages.web.Routes;
import dev.odradek.stages.web.Site;
import dev.odradek.stages.web.WebServer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * Runs the agent for whoever asks: {@code POST /run-agent}, and {@code POST /check-baml} without a model.
 *
 * <p>A run that is asked for again while it runs, or after it went well, is the same run.
 */
public final class ModelProxy implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ModelProxy.class);

    private final ProxyConfig config;
    private final Binaries binaries;
    private final Runs runs = new Runs();
    private final WebServer server;

    private ModelProxy(ProxyConfig config) {
        this.config = config;
        this.binaries = new Binaries(config.builds(), config.dir().resolve("cache"));
        this.server = WebServer.start(
                config.port(), new Routes().post("/run-agent", this::runAgent).post("/check-baml", this::checkBaml));
    }

    public static ModelProxy start(ProxyConfig config) {
        return new ModelProxy(config);
    }

    public String url() {
        return server.url();
    }

    private Reply runAgent(Request request) throws Exception {
        RunRequest wanted = RunRequest.of(request.json(), config.longest());
        Optional<Refused> refused = wanted.refused(config.models());
        if (refused.isPresent()) {
            return Reply.error(refused.get().status(), refused.get().why());
        }
        return runs.once(wanted.runId(), () -> run(wanted));
    }

    private Runs.Run run(RunRequest wanted) throws IOException, InterruptedException {
        Deadline deadline = Deadline.in(wanted.timeout());
        if (config.model().isEmpty()) {
            LOG.atWarn().addKeyValue("run", wanted.runId()).log("no model is configured, so nothing is asked");
            RunReport nothing = RunReport.error("No model is configured, so nothing was asked.");
            return new Runs.Run(Reply.ok(nothing.answer(List.of(), Bill.NOTHING.metrics(0), Optional.empty())), false);
        }
        Site model = config.model().get();
        try (Staging staging = Staging.in(config.dir().resolve("runs"), wanted.runId())) {
            ModelCalls calls = new ModelCalls(model, wanted.runId(), deadline);
            Agent agent = new Agent(calls, staging, binaries.of(wanted.sha()), deadline);
            RunReport report = agent.run(wanted);
            return new Runs.Run(Reply.ok(agent.answer(report)), report.isOk());
        }
    }

    /** {@code {"id", "files": {name: source}, "sha"?}}; the first file is the one that is checked. */
    private Reply checkBaml(Request request) throws Exception {
        JsonNode body = request.json();
        String id = body.path("id").asString("");
        String sha = body.path("sha").asString("");
        JsonNode files = body.path("files");
        if (!RunRequest.isSafe(id)
                || !(sha.isEmpty() || RunRequest.isSafe(sha))
                || !files.propertyNames().stream().allMatch(RunRequest::isSafe)) {
            return Reply.error(400, "id, sha and names of files must be letters, digits, dots, dashes and underscores");
        }
        if (files.isEmpty()) {
            return Reply.error(400, "files must name at least one file, with its source");
        }
        return runs.once("check." + id, () -> new Runs.Run(check(id, sha, files), false));
    }

    private Reply check(String id, String sha, JsonNode files) throws IOException, InterruptedException {
        Optional<Binary> binary = binaries.of(sha);
        if (binary.isEmpty()) {
            return Reply.ok(Map.of("skipped", "there is no binary to check with"));
        }
        try (Staging staging = Staging.in(config.dir().resolve("checks"), id)) {
            for (String name : files.propertyNames()) {
                staging.write(name, files.path(name).asString(""));
            }
            String first = files.propertyNames().iterator().next();
            Ran ran = binary.get().run(staging.dir(), List.of("check", first), Deadline.in(config.longest()));
            return Reply.ok(Map.of(
                    "ok", ran.exit() == 0,
                    "output", ran.output(),
                    "baml_version", binary.get().version()));
        } catch (OutOfTimeException e) {
            return Reply.ok(Map.of("ok", false, "status", "timeout"));
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
