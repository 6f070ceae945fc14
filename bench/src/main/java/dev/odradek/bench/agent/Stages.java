package dev.odradek.bench.agent;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What every handler of every system does: it notes that it was begun, and works for as long as it was told. */
public final class Stages {
    /** Jobs whose beginning is told at once, for their worker may be killed. */
    public static final String HELD = "held-";

    private final Ledger ledger;
    private final Duration work;
    private final boolean holds;
    private final Talk talk;
    private final CountDownLatch never = new CountDownLatch(1);

    /** @param holds whether a held job is never finished here */
    Stages(Ledger ledger, Duration work, boolean holds, Talk talk) {
        this.ledger = ledger;
        this.work = work;
        this.holds = holds;
        this.talk = talk;
    }

    /** The whole of a handler: called when a stage of a job begins, from 1. */
    public void begin(String id, int stage) {
        if (id.startsWith(HELD)) {
            talk.tell(id + " " + Clock.micros());
            if (holds) {
                await(Duration.ofDays(1));
            }
            return;
        }
        ledger.started(id, stage);
        if (!work.isZero()) {
            await(work);
        }
    }

    /** The whole of a handler that is given several jobs at once. */
    public void beginAll(List<String> ids, int stage) {
        ids.forEach(id -> ledger.started(id, stage));
        if (!work.isZero()) {
            await(work);
        }
    }

    private void await(Duration time) {
        try {
            boolean unused = never.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
