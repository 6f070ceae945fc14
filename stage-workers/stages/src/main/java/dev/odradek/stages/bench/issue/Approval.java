package dev.odradek.stages.bench.issue;

import dev.odradek.runtime.Handler;
import dev.odradek.runtime.Result;
import dev.odradek.runtime.Work;
import dev.odradek.stages.bench.Core;
import dev.odradek.stages.bench.Moments;
import dev.odradek.stages.bench.Moments.Moment;
import dev.odradek.topics.command.ItemCommand.Transition;
import dev.odradek.topics.event.Refusal;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Approves the issue whose page was approved, if it stands where that is possible. */
public record Approval(Core core, Moments moments) implements Handler {
    private static final Logger LOG = LoggerFactory.getLogger(Approval.class);

    @Override
    public Result handle(Work work) throws Exception {
        String issue = work.payload().path("issue").asString();
        Optional<Refusal> refusal = core.tell(new Transition(issue, "status", "approved", null));
        refusal.ifPresent(why -> LOG.atInfo().addKeyValue("item", issue).log("an approval changed nothing: {}", why));
        moments.reached(Moment.ISSUE_APPROVED, issue);
        return Result.done();
    }
}
