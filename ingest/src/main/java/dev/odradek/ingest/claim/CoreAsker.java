package dev.odradek.ingest.claim;

import dev.odradek.ingest.http.Commands;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.AnswerRecord;
import dev.odradek.topics.event.Dispatch;
import dev.odradek.topics.route.Ids;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/** Asks the core for offers on behalf of workers, and gives back what nobody knows the answer of. */
@Component
final class CoreAsker {
    private final Commands commands;
    private final BeatRelay relay;
    private final GivingBack giving;
    private final Counter granted;
    private final Counter denied;

    CoreAsker(Commands commands, BeatRelay relay, GivingBack giving, MeterRegistry meters) {
        this.commands = commands;
        this.relay = relay;
        this.giving = giving;
        this.granted = counter(meters, "granted");
        this.denied = counter(meters, "denied");
    }

    private static Counter counter(MeterRegistry meters, String result) {
        return Counter.builder("odradek.ingest.claims")
                .description("Claims made for workers over HTTP, by what the core said")
                .tag("result", result)
                .register(meters);
    }

    /** Asks the core for one offer; fails if nobody knows what became of it. */
    CompletableFuture<AnswerRecord> ask(Ask ask, Offer offer) {
        Dispatch dispatch = offer.dispatch();
        int partition = offer.key().partition();
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
                        giveBack(ask, offer, claimId);
                    } else if (answer.answer() instanceof Answer.Granted) {
                        granted.increment();
                    } else {
                        denied.increment();
                    }
                });
    }

    /** If the claim was granted after all, nobody knows that they hold it. */
    private void giveBack(Ask ask, Offer offer, String claimId) {
        Dispatch dispatch = offer.dispatch();
        Token token = new Token(dispatch.epoch(), claimId);
        giving.giveBack(
                new ClaimHandle(offer.key(), token, dispatch.partitionKey(), ask.worker()),
                Duration.ofMillis(dispatch.leaseMs()));
    }
}
