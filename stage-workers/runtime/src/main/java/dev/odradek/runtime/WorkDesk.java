package dev.odradek.runtime;

import dev.odradek.runtime.dispatch.Desk;
import dev.odradek.runtime.dispatch.Receipt;
import dev.odradek.runtime.dispatch.Slots;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.AnswerRecord;
import dev.odradek.topics.event.DispatchRecord;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Claims what is dispatched, has it done, and writes down what became of it. */
final class WorkDesk implements Desk, Outcome {
    private static final Logger LOG = LoggerFactory.getLogger(WorkDesk.class);

    /** A small part of any sensible margin. */
    private static final long WATCH_MS = 50;

    private final ClaimIds claimIds = new ClaimIds();
    private final FencedBefore fencedBefore = new FencedBefore();
    private final WorkerConfig config;
    private final Outbox outbox;
    private final Commands commands;
    private final ScheduledExecutorService timers;
    private final Slots slots;
    private final Tally tally;
    private final Runner runner;
    private final ClaimBook book;
    private final LateClaims lateClaims;
    private final Pace pace;
    private final boolean inOrder;
    private final Hand hand = new Hand();
    private final LastWords lastWords = new LastWords();
    private final Clocks clocks = Clocks.ofSystem();
    private final Watchdog watchdog;
    private final ScheduledExecutorService watch;

    /**
     * What a desk writes with.
     *
     * @param inOrder whether nothing is claimed ahead, since what comes back meanwhile must go before it
     */
    record Writing(Outbox outbox, Commands commands, Threads threads, boolean inOrder) {}

    WorkDesk(WorkerConfig config, Writing writing, Slots slots, Tally tally, Function<Outcome, Runner> runner) {
        this.config = config;
        this.outbox = writing.outbox();
        this.commands = writing.commands();
        this.timers = writing.threads().timers();
        this.watch = writing.threads().watch();
        this.slots = slots;
        this.tally = tally;
        this.book = new ClaimBook(config.claimTimeout().toNanos());
        this.lateClaims = new LateClaims(config.claimAfter().toNanos());
        this.pace = new Pace(slots.total());
        this.inOrder = writing.inOrder();
        this.watchdog = new Watchdog(hand::jobs, writing.threads().actions(), tally);
        this.runner = runner.apply(this);
    }

    void start() {
        long every = Math.max(1, config.claimTimeout().toMillis() / 4);
        timers.scheduleWithFixedDelay(this::claimAgain, every, every, TimeUnit.MILLISECONDS);
        timers.scheduleWithFixedDelay(this::giveBackWaiting, WATCH_MS, WATCH_MS, TimeUnit.MILLISECONDS);
        watch.scheduleWithFixedDelay(watchdog, WATCH_MS, WATCH_MS, TimeUnit.MILLISECONDS);
    }

    List<Job> inHand() {
        return hand.jobs();
    }

    @Override
    public boolean take(DispatchRecord dispatch, Receipt receipt) {
        Job job = new Job(dispatch, claimIds.next(), receipt, config.silence(), clocks);
        if (!hand.add(job)) {
            tally.count(WorkerMetric.DUPLICATES_TOTAL);
            return false;
        }
        if (job.isEager()) {
            if (lateClaims.add(job, System.nanoTime())) {
                claimLater();
            }
            runner.ready(job);
        } else {
            claim(job);
        }
        return true;
    }

    private void claimLater() {
        timers.schedule(this::claimLate, lateClaims.nextLookIn(System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    private void claimLate() {
        LateClaims.Look look = lateClaims.look(System.nanoTime());
        if (look.again()) {
            claimLater();
        }
        look.due().forEach(this::claim);
    }

    private void claim(Job job) {
        synchronized (job) {
            // Under the job's lock, so that the claim never follows the result into the log.
            if (job.startClaim()) {
                book.open(job, System.nanoTime());
                sendClaim(job);
            }
        }
    }

    private void sendClaim(Job job) {
        tally.count(WorkerMetric.CLAIMS_SENT_TOTAL);
        outbox.write(commands.claim(job)).whenComplete((written, failure) -> {
            if (failure == null) {
                job.receipt().settled();
            } else {
                log(job, failure, "a claim was not written, trying again");
            }
        });
    }

    private void claimAgain() {
        try {
            book.overdue(System.nanoTime()).forEach(this::sendClaim);
        } catch (RuntimeException e) {
            LOG.atWarn().setCause(e).log("sending claims again failed, trying later");
        }
    }

    /** What the core says to this worker. */
    void hear(AnswerRecord record) {
        record.answer().match(new Hearing(record.commandId()));
    }

    private final class Hearing implements Answer.Cases<Boolean> {
        private final String commandId;

        Hearing(String commandId) {
            this.commandId = commandId;
        }

        @Override
        public Boolean granted(Answer.Granted grant) {
            book.answered(grant.claimId()).ifPresent(job -> {
                count(job);
                boolean inVain = isOneTooMany();
                job.granted(grant);
                if (inVain && !job.isEager()) {
                    releaseUnstarted(job);
                } else if (!job.isEager()) {
                    runner.ready(job);
                }
            });
            return true;
        }

        @Override
        public Boolean denied(Answer.Denied denial) {
            tally.denied(denial.reason());
            LOG.atDebug()
                    .addKeyValue("itemId", denial.entityId())
                    .log("{} refused: {} {}", denial.command(), denial.reason(), denial.message());
            book.answered(commandId).ifPresent(job -> {
                if (!job.isEager()) {
                    pace.refused();
                    slots.ahead(inOrder ? 0 : pace.ahead());
                }
                job.receipt().refused();
                lost(job);
            });
            lastWords.after(commandId, denial.reason()).ifPresent(subject -> {
                LOG.atWarn()
                        .addKeyValue("itemId", denial.entityId())
                        .log("the result was refused, so the item fails: {}", denial.message());
                outbox.writeUntilSafe(commands.refused(subject, "result refused: " + denial.message()));
            });
            return true;
        }

        @Override
        public Boolean applied(Answer.Applied applied) {
            return false;
        }

        @Override
        public Boolean reaped(Answer.Reaped reaped) {
            return false;
        }

        @Override
        public Boolean revoked(Answer.Revoked revocation) {
            hand.ofClaim(revocation.claimId()).ifPresent(job -> {
                tally.count(WorkerMetric.REVOKED_TOTAL);
                if (book.answered(job.claimId()).isPresent()) {
                    lost(job);
                } else {
                    job.cancel(config.interruptOnCancel());
                }
            });
            return true;
        }
    }

    /** Of several claims of long work that all seemed to be refused, more than one can be granted after all. */
    private boolean isOneTooMany() {
        return pace.isLong()
                && slots.taken() > slots.total()
                && hand.jobs().stream().filter(Job::isGranted).count() >= slots.total();
    }

    private void count(Job job) {
        tally.count(WorkerMetric.CLAIMS_GRANTED_TOTAL);
        if (slots.taken() > slots.total()) {
            tally.count(WorkerMetric.AHEAD_TOTAL);
        }
        if (job.receipt().helps()) {
            tally.count(WorkerMetric.HELPED_TOTAL);
        }
        if (!job.isEager()) {
            pace.granted(job.claimedNanos());
            slots.ahead(inOrder ? 0 : pace.ahead());
        }
    }

    /** The claim is somebody else's, or nobody's. */
    private void lost(Job job) {
        job.cancel(config.interruptOnCancel());
        if (!job.isEager() && job.takeResult()) {
            end(job);
        }
    }

    @Override
    public void returned(Job job, Result result) {
        CommandRecord record;
        try {
            record = commands.result(job, result);
        } catch (RuntimeException e) {
            threw(job, e);
            return;
        }
        finish(job, record, metric(result));
    }

    @Override
    public void threw(Job job, Throwable failure) {
        if (!job.cancelled()) {
            log(job, failure, "the handler failed");
        }
        finish(job, commands.exception(job, failure), WorkerMetric.FAILED_TOTAL);
    }

    private void finish(Job job, CommandRecord record, WorkerMetric metric) {
        synchronized (job) {
            if (!job.takeResult()) {
                return;
            }
        }
        book.answered(job.claimId());
        if (job.isRevoked()) {
            end(job);
            return;
        }
        if (watchdog.isFenced(job)) {
            fenced(job);
            return;
        }
        tally.count(metric);
        pace.handled(job.handledNanos());
        lastWords.remember(record, job);
        long ended = System.nanoTime();
        outbox.writeUntilSafe(record).whenComplete((safe, tooLarge) -> {
            if (tooLarge == null) {
                pace.written(System.nanoTime() - ended);
                settle(job);
            } else {
                outbox.writeUntilSafe(commands.exception(job, tooLarge)).whenComplete((said, never) -> settle(job));
            }
        });
    }

    /** An outage is not the work's fault and costs it no attempt; what stops its worker time and again may be. */
    private void fenced(Job job) {
        if (!fencedBefore.again(job.tenant() + "/" + job.partitionKey() + "/" + job.itemId() + "/" + job.axis())) {
            giveBack(job);
            return;
        }
        tally.count(WorkerMetric.RETRIED_TOTAL);
        outbox.writeUntilSafe(commands.fenced(job)).whenComplete((safe, failure) -> settle(job));
    }

    private void settle(Job job) {
        job.receipt().settled();
        end(job);
    }

    private void end(Job job) {
        hand.remove(job);
        slots.ahead(inOrder ? 0 : pace.ahead());
        slots.free(1);
    }

    /** Gives back what is claimed but not started: in the log the release follows the claim, whoever was granted it. */
    void releaseUnstarted() {
        hand.jobs().stream().filter(job -> !job.isEager()).forEach(this::releaseUnstarted);
    }

    /** What was claimed ahead of work that turned out to be long: others can begin it at once. */
    private void giveBackWaiting() {
        try {
            long linger = config.batch() == 1 ? 0 : config.batchLinger().toNanos();
            // Looks are counted, not time: a process that was stopped has seen nothing wait.
            long looks = TimeUnit.NANOSECONDS.toMillis(pace.patienceNanos() + linger) / WATCH_MS;
            for (Job job : hand.jobs()) {
                if (!job.isEager() && job.lookWhetherWaiting() > looks) {
                    pace.stuck();
                    slots.ahead(0);
                    releaseUnstarted(job);
                }
            }
        } catch (RuntimeException e) {
            LOG.atWarn().setCause(e).log("giving back what waits failed, trying again");
        }
    }

    private void releaseUnstarted(Job job) {
        if (job.takeUnstarted()) {
            giveBackCancelled(job);
        }
    }

    boolean awaitIdle(Duration patience) {
        return hand.awaitEmpty(patience);
    }

    void releaseAll() {
        hand.jobs().forEach(this::release);
    }

    private void release(Job job) {
        if (job.takeResult()) {
            giveBackCancelled(job);
        }
    }

    private void giveBackCancelled(Job job) {
        book.answered(job.claimId());
        job.cancel(config.interruptOnCancel());
        giveBack(job);
    }

    /** If somebody else has it by now, the core refuses this by its token. */
    private void giveBack(Job job) {
        tally.count(WorkerMetric.RELEASED_TOTAL);
        outbox.writeUntilSafe(commands.release(job)).whenComplete((safe, failure) -> settle(job));
    }

    private static WorkerMetric metric(Result result) {
        return result.match(new Result.Cases<WorkerMetric>() {
            @Override
            public WorkerMetric done(Result.Done r) {
                return WorkerMetric.COMPLETED_TOTAL;
            }

            @Override
            public WorkerMetric retry(Result.Retry r) {
                return WorkerMetric.RETRIED_TOTAL;
            }

            @Override
            public WorkerMetric giveUp(Result.GiveUp r) {
                return WorkerMetric.FAILED_TOTAL;
            }
        });
    }

    private static void log(Job job, Throwable failure, String message) {
        LOG.atWarn()
                .addKeyValue("itemId", job.itemId())
                .addKeyValue("attempt", job.attempt())
                .setCause(failure)
                .log(message);
    }
}
