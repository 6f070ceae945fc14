package dev.odradek.stages.bench.trophy;

import dev.odradek.runtime.BatchHandler;
import dev.odradek.runtime.Result;
import dev.odradek.runtime.Work;
import dev.odradek.stages.bench.Core;
import dev.odradek.stages.bench.Moments;
import dev.odradek.stages.bench.Moments.Moment;
import dev.odradek.stages.bench.trophy.Upsert.Trophy;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.ItemCommand.Transition;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.event.Refusal;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Makes the findings of many trophies into few issues.
 *
 * <p>Whatever of it is done again changes nothing: issues have keys that follow from what they are about, and evidence
 * has a field of its own. Evidence is written by the very step that makes the issue's page dirty. Nobody can take that
 * step while the page is being synced, so what was synced is always all there was.
 */
public record Dedup(Core core, Moments moments) implements BatchHandler {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    @Override
    public List<Result> handleAll(List<Work> works) throws Exception {
        String tenant = works.get(0).tenant();
        List<Upsert> upserts = Upsert.of(
                tenant,
                works.stream()
                        .map(work -> new Trophy(work.itemId(), work.payload()))
                        .toList());
        try {
            for (int i = 0; i < upserts.size(); i++) {
                if (i == upserts.size() / 2) {
                    moments.reached(Moment.HALF_THE_ISSUES_WRITTEN, works.get(0).itemId());
                }
                write(upserts.get(i));
            }
        } catch (IOException e) {
            return works.stream()
                    .<Result>map(work -> Result.retry(e.toString()))
                    .toList();
        }
        return works.stream().map(Dedup::done).toList();
    }

    /** A trophy names the issues that it has evidence for. */
    private static Result done(Work work) {
        List<String> issues = Upsert.of(work.tenant(), List.of(new Trophy(work.itemId(), work.payload()))).stream()
                .map(Upsert::issueId)
                .toList();
        return Result.done().patch(Map.of("issues", issues));
    }

    /** Adds the evidence to the issue, or creates the issue with it, whoever else does the same meanwhile. */
    private void write(Upsert upsert) throws IOException, InterruptedException {
        Transition dirty = new Transition(upsert.issueId(), "sync", "dirty", upsert.evidence());
        NewItem issue = NewItem.of(upsert.issueId(), "issue", upsert.payload());
        while (true) {
            Optional<Refusal> refusal = core.tell(dirty);
            if (refusal.equals(Optional.of(Refusal.UNKNOWN_ITEM))) {
                refusal = core.tell(new Create(issue, null));
            }
            if (refusal.isEmpty()) {
                return;
            }
            switch (refusal.get()) {
                // Created by somebody else just now: it has not this evidence.
                case CONFLICT -> {}
                // Somebody syncs it just now: this is for the next time.
                case HELD -> TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN.toMillis());
                default -> throw new IllegalStateException("evidence was refused: " + refusal.get());
            }
        }
    }
}
