package dev.odradek.stages.bench.task;

import dev.odradek.runtime.Handler;
import dev.odradek.runtime.Result;
import dev.odradek.runtime.Work;
import dev.odradek.stages.bench.Core;
import dev.odradek.stages.bench.Moments;
import dev.odradek.stages.bench.Moments.Moment;
import dev.odradek.stages.web.Site;
import dev.odradek.topics.command.ItemCommand.Patch;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.route.Ids;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Has an agent work on a task; the trophy comes into being with the task's completion, or neither does. */
public record AgentRunner(Optional<Agents> agents, Optional<Site> service, Core core, Moments moments)
        implements Handler {
    private static final Logger LOG = LoggerFactory.getLogger(AgentRunner.class);

    @Override
    public Result handle(Work work) throws Exception {
        String task = work.itemId();
        if (agents.isEmpty()) {
            LOG.atWarn().addKeyValue("item", task).log("no model proxy is configured, so no agent is asked");
            return done(work, TrophyReport.skipped(task));
        }
        moments.reached(Moment.TASK_TAKEN, task);
        JsonNode run = agents.get().run(task, work.payload());
        if (run.hasNonNull("baml_version")) {
            core.tell(new Patch(task, Json.mapper().valueToTree(Map.of("baml_version", run.get("baml_version")))));
        }
        moments.reached(Moment.VERSION_NOTED, task);
        ObjectNode trophy = TrophyReport.of(task, run, transcript(run));
        moments.reached(Moment.AGENT_ANSWERED, task);
        return done(work, trophy);
    }

    /** One trophy for a task, however often it is tried. */
    private static Result done(Work work, ObjectNode trophy) {
        work.spawn(NewItem.of(Ids.derived(work.tenant(), work.itemId(), "trophy"), "trophy", trophy));
        return Result.done().patch(Map.of("outcome", trophy.get("outcome")));
    }

    /** Stored before it is named; the same bytes are one artifact. */
    private Optional<String> transcript(JsonNode run) throws IOException, InterruptedException {
        if (service.isEmpty()) {
            LOG.atInfo().log("no place for transcripts is configured, so none is kept");
            return Optional.empty();
        }
        JsonNode stored = service.get().post("/v1/artifacts", run.path("turns")).required("the artifact store");
        return Optional.of(stored.path("artifact").asString());
    }
}
