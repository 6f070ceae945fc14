package dev.odradek.standalone.demo;

import dev.odradek.standalone.client.Complaint;
import dev.odradek.standalone.client.Exit;
import dev.odradek.standalone.service.StopWish;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** Shows how a run goes until it ends, or until nothing has moved for too long. */
final class Watch {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

    private final DemoConfig config;
    private final Demo.Narrator narrator;
    private final BooleanSupplier goesOn;
    private long lastMoves = -1;
    private long lastMovedAt = System.nanoTime();

    Watch(DemoConfig config, Demo.Narrator narrator, BooleanSupplier goesOn) {
        this.config = config;
        this.narrator = narrator;
        this.goesOn = goesOn;
    }

    /**
     * Returns when every item is done and the drill has been held, or when nothing has moved for too long.
     *
     * @param drill asked at each look until it says that it has been held
     */
    void until(Progress progress, StopWish stop, CompletableFuture<Void> posting, Predicate<Progress.Snapshot> drill) {
        boolean drilled = false;
        while (true) {
            Progress.Snapshot now = progress.snapshot();
            narrator.progress(now, config.items());
            drilled = drilled || drill.test(now);
            if (now.done() >= config.items() || posting.isCompletedExceptionally() || isStuck(now)) {
                return;
            }
            if (stop.within(LOOK_AGAIN)) {
                throw new Complaint(Exit.REFUSED, "Stopped before the end, so there is no verdict; run it again.");
            }
            if (!goesOn.getAsBoolean()) {
                throw new Complaint(
                        Exit.REFUSED,
                        "The run cannot go on, for all workers or the reading of events have ended; the logs are in "
                                + config.standalone().dataDir().root() + ".");
            }
        }
    }

    private boolean isStuck(Progress.Snapshot now) {
        if (now.moves() != lastMoves) {
            lastMoves = now.moves();
            lastMovedAt = System.nanoTime();
        }
        boolean stuck = System.nanoTime() - lastMovedAt > config.patience().toNanos();
        if (stuck) {
            narrator.say("Nothing has moved for " + config.patience().toSeconds() + " s; giving up.");
        }
        return stuck;
    }
}
