package dev.odradek.ingest.claim;

import dev.odradek.ingest.http.Commands;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Gives back claims that nobody knows they hold: again, ever later, until the core has answered or the lease would have
 * ended anyway.
 */
@Component
final class GivingBack {
    private static final Logger LOG = LoggerFactory.getLogger(GivingBack.class);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final Function<CommandRecord, CompletableFuture<?>> core;
    private final ClaimTimers timers;
    private final Duration firstPause;

    @Autowired
    GivingBack(Commands commands, ClaimTimers timers) {
        this(commands::answer, timers, FIRST_PAUSE);
    }

    /** @param core completes once it has answered, whatever it said */
    GivingBack(Function<CommandRecord, CompletableFuture<?>> core, ClaimTimers timers, Duration firstPause) {
        this.core = core;
        this.timers = timers;
        this.firstPause = firstPause;
    }

    /**
     * Gives a claim back that may have been granted.
     *
     * <p>Sent the same way as the claim, it follows that in the log, however long both were held up.
     */
    void giveBack(ClaimHandle claim, Duration lease) {
        ItemCommand.Release release = new ItemCommand.Release(
                claim.key().itemId(),
                claim.key().axis(),
                claim.token(),
                claim.holder().worker());
        String id = claim.token().claimId() + "/release";
        CommandRecord record = CommandRecord.of(claim.key().tenant(), id, claim.partitionKey(), release);
        attempt(record, firstPause, System.nanoTime() + lease.toNanos());
    }

    private void attempt(CommandRecord release, Duration pause, long end) {
        core.apply(release).whenComplete((answer, failure) -> {
            if (failure == null) {
                return;
            }
            if (System.nanoTime() + pause.toNanos() - end >= 0) {
                LOG.atInfo()
                        .addKeyValue("commandId", release.id())
                        .log("a claim that nobody knows of could not be given back; its lease ends it");
                return;
            }
            Duration twice = pause.multipliedBy(2);
            Duration next = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
            var unused = timers.later(() -> attempt(release, next, end), pause);
        });
    }
}
