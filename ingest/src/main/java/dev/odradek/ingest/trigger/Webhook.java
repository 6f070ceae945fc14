package dev.odradek.ingest.trigger;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.ingest.http.Commands;
import dev.odradek.ingest.http.Refusals;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.AnswerRecord;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.route.CloudEvents;
import dev.odradek.topics.route.Ids;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One trigger at work: what its deliveries ask for is done before they are answered. */
final class Webhook {
    private static final Logger LOG = LoggerFactory.getLogger(Webhook.class);
    /** What a sender cannot mend by sending again. */
    private static final Set<Refusal> OUT_OF_DATE =
            EnumSet.of(Refusal.UNKNOWN_ITEM, Refusal.ILLEGAL_EDGE, Refusal.ENDED, Refusal.HELD);

    private final TriggerDefinition trigger;
    private final TriggerJudge judge;
    private final Commands commands;
    private final CloudEvents describing;
    /** Deliveries of one event that overlap hear one answer. */
    private final Map<String, CompletableFuture<AnswerRecord>> underWay = new ConcurrentHashMap<>();
    /** Whether the core has been heard to know the machine; until then it is asked. */
    private volatile boolean machineKnown;

    Webhook(TriggerDefinition trigger, Function<String, Optional<String>> secrets, Commands commands) {
        this.trigger = trigger;
        this.judge = new TriggerJudge(trigger, secrets);
        this.commands = commands;
        this.describing = CloudEvents.ofTrigger(trigger.tenant(), trigger.name());
    }

    Verdict judge(Delivery delivery) {
        return judge.judge(delivery);
    }

    /** Completes when the broker has the command. */
    CompletableFuture<Done> create(Verdict.Create wanted, long nowMs) {
        NewItem item = new NewItem(wanted.itemId(), wanted.machine(), 0, wanted.partitionKey(), wanted.payload(), 0);
        CommandRecord record = record(wanted.eventId(), item.ownKey(), new ItemCommand.Create(item, null));
        Headers headers = headers(wanted.eventId(), record, item.itemId(), nowMs);
        if (machineKnown) {
            return commands.send(record, headers)
                    .thenApply(written -> Done.of(wanted.itemId(), written.partition() + ":" + written.offset()));
        }
        return ask(record, headers).thenApply(answer -> {
            // Another delivery of the event was first, perhaps by a mapping of before: it counts once all the same.
            boolean taken = answer.answer() instanceof Answer.Denied denied && denied.reason() == Refusal.CONFLICT;
            String token = token(answer);
            if (!taken) {
                token = Commands.decided(answer).token();
                machineKnown = true;
            }
            return Done.of(wanted.itemId(), token);
        });
    }

    /** Completes when the core has decided; what is no longer possible is only warned of. */
    CompletableFuture<Done> move(Verdict.Move wanted, long nowMs) {
        return move(wanted, nowMs, 0);
    }

    private CompletableFuture<Done> move(Verdict.Move wanted, long nowMs, int attempt) {
        String itemId = wanted.itemIds().get(attempt);
        String key = wanted.partitionKey() == null ? itemId : wanted.partitionKey();
        ItemCommand.Transition step = new ItemCommand.Transition(
                itemId, wanted.axis(), wanted.to(), wanted.patch().isEmpty() ? null : wanted.patch());
        String event = wanted.eventId() == null ? null : wanted.eventId() + "\n" + itemId;
        CommandRecord record = record(event, key, step);
        return ask(record, headers(wanted.eventId(), record, itemId, nowMs)).thenCompose(answer -> {
            if (!(answer.answer() instanceof Answer.Denied denied)) {
                return CompletableFuture.completedFuture(Done.of(itemId, token(answer)));
            }
            boolean unknown = denied.reason() == Refusal.UNKNOWN_ITEM;
            return unknown && attempt + 1 < wanted.itemIds().size()
                    ? move(wanted, nowMs, attempt + 1)
                    : CompletableFuture.completedFuture(notMoved(denied, answer));
        });
    }

    private Done notMoved(Answer.Denied denied, AnswerRecord answer) {
        if (!OUT_OF_DATE.contains(denied.reason())) {
            throw Refusals.problem(denied);
        }
        LOG.atWarn()
                .addKeyValue("trigger", trigger.name())
                .addKeyValue("item", denied.entityId())
                .log("a webhook moved nothing: {}", denied.message());
        return new Done(denied.entityId(), token(answer), denied.message());
    }

    private CompletableFuture<AnswerRecord> ask(CommandRecord record, Headers headers) {
        CompletableFuture<AnswerRecord> mine = new CompletableFuture<>();
        CompletableFuture<AnswerRecord> first = underWay.putIfAbsent(record.id(), mine);
        if (first != null) {
            return first;
        }
        var unused = commands.answer(record, headers).whenComplete((answer, failure) -> {
            underWay.remove(record.id(), mine);
            if (failure != null) {
                mine.completeExceptionally(failure);
            } else {
                mine.complete(answer);
            }
        });
        return mine;
    }

    /** The same event is the same wish: a second time it changes nothing. */
    private CommandRecord record(@Nullable String event, String key, ItemCommand command) {
        String id = event == null
                ? Ids.fresh()
                : Ids.derived("trigger", trigger.tenant(), trigger.name(), command.type(), event);
        return CommandRecord.of(trigger.tenant(), id, key, command);
    }

    private Headers headers(@Nullable String eventId, CommandRecord record, String itemId, long nowMs) {
        String id = eventId == null ? record.id() : eventId;
        byte[] subject = (trigger.tenant() + "/" + itemId).getBytes(UTF_8);
        return describing.headers(id, record.command(), subject, nowMs);
    }

    private static String token(AnswerRecord answer) {
        return answer.cause().partition() + ":" + answer.cause().offset();
    }

    /**
     * What was done.
     *
     * @param warning why nothing was, if so
     */
    record Done(String id, String token, @Nullable String warning) {
        static Done of(String id, String token) {
            return new Done(id, token, null);
        }
    }
}
