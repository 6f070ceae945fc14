package dev.odradek.ingest.claim;

import dev.odradek.ingest.http.Problem;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.AnswerRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * One request for work on its way: it waits in line, asks for what it is given, and waits again while it has nothing.
 *
 * <p>What it was granted it answers with at once; it does not wait for more. Whatever fails on its way is its answer.
 */
final class ClaimRequest implements Waiter {
    /** How long after its patience a request waits until it is known whether there is anything. */
    static final Duration CATCH_UP = Duration.ofSeconds(5);

    private final Ask ask;
    private final Queues queues;
    private final BiFunction<Ask, Offer, CompletableFuture<AnswerRecord>> core;
    private final long turn;
    private final CompletableFuture<List<Claimed>> result = new CompletableFuture<>();
    private final List<Claimed> granted = new ArrayList<>();
    private @Nullable Throwable failure;
    private int asked;
    private volatile boolean late;
    private volatile boolean over;

    ClaimRequest(Ask ask, Queues queues, BiFunction<Ask, Offer, CompletableFuture<AnswerRecord>> core) {
        this.ask = ask;
        this.queues = queues;
        this.core = core;
        this.turn = queues.turn();
        this.late = ask.patience().isZero();
    }

    CompletableFuture<List<Claimed>> result() {
        return result;
    }

    void begin() {
        queues.await(ask.queue(), turn, this);
        if (over) {
            giveUp();
        }
    }

    /** Its patience has ended. */
    void late() {
        late = true;
        queues.late(ask.queue(), turn, this);
    }

    /** It has taken too long to find out whether there is anything: it asks for no more than it does now. */
    void giveUp() {
        over = true;
        if (queues.leave(ask.queue(), turn, ask.tenant())) {
            end();
        }
    }

    private void end() {
        if (queues.look(ask.queue(), false, AskedQueue::isKnown)) {
            leaveEmpty();
        } else {
            result.completeExceptionally(Problem.BROKER_AWAY.because("Whether queue " + ask.queue()
                    + " has work could not be found out, for Kafka does not answer; ask again."));
        }
    }

    @Override
    public String tenant() {
        return ask.tenant();
    }

    @Override
    public @Nullable String axis() {
        return ask.axis();
    }

    @Override
    public int wants() {
        return ask.max();
    }

    @Override
    public boolean isLate() {
        return late;
    }

    @Override
    public void leaveEmpty() {
        result.complete(List.of());
    }

    @Override
    public void take(List<Offer> offers) {
        synchronized (this) {
            asked = offers.size();
        }
        for (Offer offer : offers) {
            var unused = answer(offer)
                    .handle((answer, failed) -> {
                        hear(offer, answer, failed);
                        return true;
                    })
                    .exceptionally(result::completeExceptionally);
        }
    }

    /** Whoever fails at once must not keep the others from being asked for. */
    private CompletableFuture<AnswerRecord> answer(Offer offer) {
        try {
            return core.apply(ask, offer);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void hear(Offer offer, @Nullable AnswerRecord answer, @Nullable Throwable failed) {
        if (answer == null) {
            queues.putBack(ask.queue(), offer);
        } else {
            queues.strike(ask.queue(), offer);
        }
        boolean last;
        synchronized (this) {
            if (answer != null && answer.answer() instanceof Answer.Granted grant) {
                granted.add(Claimed.of(offer, ask.worker(), grant, answer.cause(), System.currentTimeMillis()));
            } else if (failed != null) {
                failure = failed;
            }
            last = --asked == 0;
        }
        if (last) {
            answered();
        }
    }

    private void answered() {
        if (!granted.isEmpty()) {
            result.complete(List.copyOf(granted));
        } else if (failure != null) {
            result.completeExceptionally(failure);
        } else if (over) {
            // Others may be denied as long as there are offers.
            end();
        } else {
            begin();
        }
    }
}
