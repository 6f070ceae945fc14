package dev.odradek.ingest.claim;

import dev.odradek.ingest.http.Commands;
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
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Asks the core for offers on behalf of workers, and gives back what nobody knows the answer of. */
@Component
final class CoreAsker {
    private static final Logger LOG = LoggerFactory.getLogger(CoreAsker.class);

    private final Commands commands;
    private final BeatRelay relay;
    private final int partitions;
    private final Counter granted;
    private final Counter denied;

    CoreAsker(Commands commands, BeatRelay relay, Connection connection, MeterRegistry meters) {
        this.commands = commands;
        this.relay = relay;
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

    /** Asks the core for one offer; fails if nobody knows what became of it. */
    CompletableFuture<AnswerRecord> ask(Ask ask, Offer offer) {
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
                        giveBack(partition, ask, dispatch, new Token(dispatch.epoch(), claimId));
                    } else if (answer.answer() instanceof Answer.Granted) {
                        granted.increment();
                    } else {
                        denied.increment();
                    }
                });
    }

    /**
     * If the claim was granted after all, nobody knows that they hold it.
     *
     * <p>Sent the same way as the claim, it follows that in the log, however long both were held up.
     */
    private void giveBack(int partition, Ask ask, Dispatch dispatch, Token token) {
        ItemCommand.Release release = new ItemCommand.Release(
                dispatch.itemId(), dispatch.axis(), token, ask.worker().worker());
        String id = token.claimId() + "/release";
        commands.answer(partition, CommandRecord.of(ask.tenant(), id, dispatch.partitionKey(), release))
                .whenComplete((answer, failure) -> {
                    if (failure != null) {
                        LOG.atInfo()
                                .addKeyValue("itemId", dispatch.itemId())
                                .log("a claim without an answer could not be given back; if it was granted, its lease"
                                        + " ends it");
                    }
                });
    }
}
