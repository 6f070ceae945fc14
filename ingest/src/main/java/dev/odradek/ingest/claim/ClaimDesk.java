package dev.odradek.ingest.claim;

import dev.odradek.ingest.http.Commands;
import dev.odradek.ingest.http.Problem;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.AnswerRecord;
import dev.odradek.topics.event.Dispatch;
import dev.odradek.topics.route.Ids;
import dev.odradek.topics.route.Routing;
import dev.odradek.topics.settings.Connection;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Hands out work: takes what is on offer, asks the core for it, and gives the worker what was granted. */
@Component
final class ClaimDesk implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(ClaimDesk.class);

    private final Queues queues;
    private final Commands commands;
    private final BeatRelay relay;
    private final ClaimTimers timers;
    private final int partitions;
    private final Counter granted;
    private final Counter denied;
    private volatile boolean open = true;

    ClaimDesk(
            Queues queues,
            Commands commands,
            BeatRelay relay,
            ClaimTimers timers,
            Connection connection,
            MeterRegistry meters) {
        this.queues = queues;
        this.commands = commands;
        this.relay = relay;
        this.timers = timers;
        this.partitions = connection.plan().partitions();
        this.granted = counter(meters, "granted");
        this.denied = counter(meters, "denied");
    }

    private static Counter counter(MeterRegistry meters, String result) {
        return Counter.builder("odradek.ingest.claims")
                .description("Claims made for workers over HTTP, by what the core said")
                .tag("result", result)
                .register(meters);
    }

    /** Completes with what was granted; with nothing if there was nothing until the worker's patience ended. */
    CompletableFuture<List<Claimed>> claim(Ask ask) {
        if (!open) {
            return CompletableFuture.failedFuture(
                    Problem.STARTING.because("This odradek is stopping; ask another one, or try again."));
        }
        ClaimRequest request = new ClaimRequest(ask, queues, this::ask);
        request.begin();
        if (!request.isDone()) {
            Future<?> late = timers.later(request::late, ask.patience());
            Future<?> end = timers.later(request::giveUp, ask.patience().plus(ClaimRequest.CATCH_UP));
            var unused = request.result().whenComplete((done, failure) -> {
                late.cancel(false);
                end.cancel(false);
            });
        }
        return request.result();
    }

    /** Asks the core for one offer; fails if nobody knows what became of it. */
    private CompletableFuture<AnswerRecord> ask(Ask ask, Offer offer) {
        Dispatch dispatch = offer.dispatch();
        int partition = Routing.partition(ask.tenant(), dispatch.partitionKey(), partitions);
        String claimId = Ids.fresh();
        ItemCommand.Claim claim = new ItemCommand.Claim(
                dispatch.itemId(),
                dispatch.axis(),
                dispatch.epoch(),
                ask.worker().worker(),
                claimId,
                ask.worker().incarnation());
        CommandRecord record = CommandRecord.of(ask.tenant(), claimId, dispatch.partitionKey(), claim);
        return relay.announce(ask.tenant(), ask.worker(), partition)
                .thenCompose(announced -> commands.answer(partition, record))
                .whenComplete((answer, failure) -> {
                    if (failure != null) {
                        giveBack(ask, dispatch, new Token(dispatch.epoch(), claimId));
                    } else if (answer.answer() instanceof Answer.Granted) {
                        granted.increment();
                    } else {
                        denied.increment();
                    }
                });
    }

    /** In the log it follows the claim: if that was granted after all, nobody knows that they hold it. */
    private void giveBack(Ask ask, Dispatch dispatch, Token token) {
        ItemCommand.Release release = new ItemCommand.Release(
                dispatch.itemId(), dispatch.axis(), token, ask.worker().worker());
        commands.send(CommandRecord.of(ask.tenant(), token.claimId() + "/release", dispatch.partitionKey(), release))
                .whenComplete((written, failure) -> {
                    if (failure != null) {
                        LOG.atInfo()
                                .addKeyValue("itemId", dispatch.itemId())
                                .log("a claim without an answer could not be given back; if it was granted, its lease"
                                        + " ends it");
                    }
                });
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
