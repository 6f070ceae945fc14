package dev.odradek.stages.bench.issue;

import dev.odradek.runtime.Handler;
import dev.odradek.runtime.Result;
import dev.odradek.runtime.Work;
import dev.odradek.stages.bench.Moments;
import dev.odradek.stages.bench.Moments.Moment;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** Has an approved issue fixed by somebody else; it stays in {@code fixing}, without a lease, until that is settled. */
public record FixDispatcher(Fixer fixer, Optional<Pages> pages, Optional<Chat> chat, Moments moments)
        implements Handler {
    private static final Logger LOG = LoggerFactory.getLogger(FixDispatcher.class);

    @Override
    public Result handle(Work work) throws Exception {
        JsonNode issue = work.payload();
        if (issue.hasNonNull("fix_agent") || issue.hasNonNull("fix_slack_ts")) {
            return Result.done();
        }
        String agent = "notion-fixer-" + work.itemId();
        Map<String, String> patch = new HashMap<>(Map.of("fix_agent", agent));
        if (fixer.launch(agent, "Fix: " + issue.path("title").asString(""))) {
            note(agent, issue).ifPresent(ts -> patch.put("fix_slack_ts", ts));
        }
        if (pages.isPresent() && issue.hasNonNull("page")) {
            pages.get().status(issue.get("page").asString(), "fixing");
        }
        moments.reached(Moment.FIX_LAUNCHED, work.itemId());
        return Result.done().patch(patch);
    }

    private Optional<String> note(String agent, JsonNode issue) throws IOException, InterruptedException {
        if (chat.isEmpty()) {
            LOG.atWarn().log("no chat is configured, so nobody is told of {}", agent);
            return Optional.empty();
        }
        return Optional.of(
                chat.get().say(agent, "Fixing: " + issue.path("title").asString("")));
    }
}
