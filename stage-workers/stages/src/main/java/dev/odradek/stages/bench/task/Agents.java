package dev.odradek.stages.bench.task;

import dev.odradek.stages.web.Site;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Agents behind the model proxy, which alone has the model's key. */
public record Agents(Site proxy, String model, Duration timeout) {
    /** How much longer than its agent the proxy may take. */
    private static final Duration SLACK = Duration.ofMinutes(2);

    public Agents {
        proxy = proxy.within(timeout.plus(SLACK));
    }

    /** What came of the run of this id; asked twice, it is one run. */
    JsonNode run(String runId, JsonNode task) throws IOException, InterruptedException {
        return proxy.with("Idempotency-Key", runId)
                .post(
                        "/run-agent",
                        Map.of(
                                "run_id", runId,
                                "model", model,
                                "prompt", task.path("prompt").asString(""),
                                "sha", task.path("sha").asString(""),
                                "timeout_ms", timeout.toMillis()))
                .required("the model proxy");
    }
}
