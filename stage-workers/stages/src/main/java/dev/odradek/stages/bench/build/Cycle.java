package dev.odradek.stages.bench.build;

import dev.odradek.runtime.Handler;
import dev.odradek.runtime.Result;
import dev.odradek.runtime.Work;
import dev.odradek.runtime.client.Odradek;
import dev.odradek.runtime.client.Post;
import dev.odradek.stages.web.Site;
import dev.odradek.topics.command.ScheduleCommand.PutSchedule;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.route.Conversation;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One cycle: asks for the newest build, which may fail, and makes the day's tasks in the same step as it is done.
 *
 * <p>There is one at the start and one each day after it; the log keeps the time, so that a restart misses none.
 */
public final class Cycle implements Handler {
    public static final String QUEUE = "cycle";

    private static final Logger LOG = LoggerFactory.getLogger(Cycle.class);
    private static final String MACHINE = "cycle";
    private static final String SCHEDULE = "bench-cycle";

    private final Optional<Site> builds;
    private final String tasks;
    private final InstantSource clock;

    /**
     * @param builds where builds are asked for; absent, none is
     * @param tasks the prompts, parted by {@code ||}; blank: one each day, in turn
     */
    public Cycle(Optional<Site> builds, String tasks, InstantSource clock) {
        this.builds = builds;
        this.tasks = tasks;
        this.clock = clock;
    }

    @Override
    public Result handle(Work work) throws InterruptedException {
        refreshBuild();
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        CronTasks.of(tasks, today).forEach(prompt -> work.spawn("task", Map.of("source", "cron", "prompt", prompt)));
        return Result.done();
    }

    private void refreshBuild() throws InterruptedException {
        if (builds.isEmpty()) {
            LOG.atWarn().log("no builds are configured, so none is refreshed");
            return;
        }
        try {
            Site.Answer answer = builds.get().post("/baml/update", Map.of());
            if (!answer.isGood()) {
                LOG.atWarn().log("the build was not refreshed: {}", answer);
            }
        } catch (IOException e) {
            LOG.atWarn().setCause(e).log("the build was not refreshed");
        }
    }

    /** Posts the first cycle and schedules the others; whoever starts within the same minute starts the same. */
    public static CompletableFuture<Answer> begin(Odradek odradek, Conversation talk, String tenant, Instant now) {
        ZonedDateTime start = now.atZone(ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES);
        PutSchedule daily = new PutSchedule(SCHEDULE, daily(start), MACHINE, Json.parse("{}"), null);
        return odradek.post(Post.of(MACHINE, Map.of()).idempotencyKey("cycle/" + start.toInstant()))
                .thenCompose(posted -> talk.ask(tenant, daily.key(), daily));
    }

    /** The same minute of every day: the next is a day away. */
    static String daily(ZonedDateTime start) {
        return start.getMinute() + " " + start.getHour() + " * * *";
    }
}
