package dev.odradek.ingest.trigger;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.ingest.http.Commands;
import dev.odradek.ingest.http.Refusals;
import dev.odradek.ingest.item.Intake;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.AnswerRecord;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.route.CloudEvents;
import dev.odradek.topics.route.Ids;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
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
    private final Intake intake;
    private final Commands commands;
    private final CloudEvents describing;
    private final Map<String, CompletableFuture<Done>> underWay = new ConcurrentHashMap<>();

    Webhook(TriggerDefinition trigger, Function<String, Optional<String>> secrets, Intake intake, Commands commands) {
        this.trigger = trigger;
        this.judge = new TriggerJudge(trigger, secrets);
        this.intake = intake;
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
        return once(
                record.id(),
                () -> intake.post(record, item, headers).thenApply(done -> new Done(done.id(), done.token(), null)));
    }

    /** Completes when the core has decided; what is no longer possible is only warned of. */
    CompletableFuture<Done> move(Verdict.Move wanted, long nowMs) {
        return once(wanted.eventId() == null ? Ids.fresh() : wanted.eventId(), () -> move(wanted, nowMs, 0));
    }

    /** Deliveries of one event that overlap are one. */
    private CompletableFuture<Done> once(String id, Supplier<CompletableFuture<Done>> deed) {
        CompletableFuture<Done> mine = new CompletableFuture<>();
        CompletableFuture<Done> first = underWay.putIfAbsent(id, mine);
        if (first != null) {
            return first;
        }
        var unused = done(deed).whenComplete((done, failure) -> {
            underWay.remove(id, mine);
            if (failure != null) {
                mine.completeExceptionally(failure);
            } else {
                mine.complete(done);
            }
        });
        return mine;
    }

    /** What fails at once must not stay under way: the same event would be answered by it for ever. */
    private static CompletableFuture<Done> done(Supplier<CompletableFuture<Done>> deed) {
        try {
            return deed.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletableFuture<Done> move(Verdict.Move wanted, long nowMs, int attempt) {
        String itemId = wanted.itemIds().get(attempt);
        String key = wanted.partitionKey() == null ? itemId : wanted.partitionKey();
        ItemCommand.Transition step = new ItemCommand.Transition(
                itemId, wanted.axis(), wanted.to(), wanted.patch().isEmpty() ? null : wanted.patch());
        String event = wanted.eventId() == null ? null : wanted.eventId() + "\n" + itemId;
        CommandRecord record = record(event, key, step);
        return commands.answer(record, headers(wanted.eventId(), record, itemId, nowMs))
                .thenCompose(answer -> {
                    if (!(answer.answer() instanceof Answer.Denied denied)) {
                        return CompletableFuture.completedFuture(new Done(itemId, token(answer), null));
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
        return Commands.token(List.of(answer));
    }

    /**
     * What was done.
     *
     * @param warning why nothing was, if so
     */
    record Done(String id, String token, @Nullable String warning) {}
}
