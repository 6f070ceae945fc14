package dev.odradek.ingest.claim;

import dev.odradek.ingest.http.Problem;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Hands out work: takes what is on offer, asks the core for it, and gives the worker what was granted. */
@Component
final class ClaimDesk implements SmartLifecycle {
    private final Queues queues;
    private final CoreAsker core;
    private final ClaimTimers timers;
    private final Unspoken unspoken;
    private final ClaimWatch watch;
    private volatile boolean open = true;

    ClaimDesk(Queues queues, CoreAsker core, ClaimTimers timers, Unspoken unspoken, ClaimWatch watch) {
        this.queues = queues;
        this.core = core;
        this.timers = timers;
        this.unspoken = unspoken;
        this.watch = watch;
    }

    /** Completes with what was granted; with nothing if there was nothing until the worker's patience ended. */
    CompletableFuture<List<Claimed>> claim(Ask ask) {
        if (!open) {
            return CompletableFuture.failedFuture(
                    Problem.STARTING.because("This odradek is stopping; ask another one, or try again."));
        }
        ClaimRequest request = new ClaimRequest(ask, queues, core::ask);
        request.begin();
        Future<?> late = timers.later(request::late, ask.patience());
        Future<?> end = timers.later(request::giveUp, ask.patience().plus(ClaimRequest.CATCH_UP));
        return request.result().whenComplete((claims, failure) -> {
            late.cancel(false);
            end.cancel(false);
            note(claims);
        });
    }

    private void note(@Nullable List<Claimed> claims) {
        if (claims != null) {
            claims.forEach(each -> {
                unspoken.granted(each.handle(), each.lease(), System.nanoTime());
                watch.held(each.handle(), each.cause());
            });
        }
    }

    @Override
    public void start() {
        open = true;
    }

    /** Nobody waits for work at an instance that stops: they ask another one. */
    @Override
    public void stop() {
        open = false;
        queues.dismiss();
    }

    @Override
    public boolean isRunning() {
        return open;
    }
}
