package dev.odradek.stages.bench.issue;

import dev.odradek.stages.web.Site;
import java.io.IOException;
import java.util.Map;

/** Agents that mend code, like Cursor's. */
public record Fixer(Site site) {
    private static final int ALREADY_THERE = 409;

    /** Whether it was launched just now; false: an agent of this id is at it already. */
    boolean launch(String agentId, String task) throws IOException, InterruptedException {
        Site.Answer answer = site.with("Idempotency-Key", agentId)
                .post("/v0/agents", Map.of("id", agentId, "prompt", Map.of("text", task)));
        if (answer.status() == ALREADY_THERE) {
            return false;
        }
        answer.required("the fixer");
        return true;
    }
}
