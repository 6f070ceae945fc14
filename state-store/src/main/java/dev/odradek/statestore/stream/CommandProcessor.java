package dev.odradek.statestore.stream;

import dev.odradek.statestore.core.Decision;
import dev.odradek.statestore.core.Effect;
import dev.odradek.statestore.core.Input;
import dev.odradek.statestore.core.KnownMachine;
import dev.odradek.statestore.partition.Core;
import dev.odradek.statestore.partition.UnsupportedLevelException;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.event.Dispatch;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.UnreadableException;
import dev.odradek.topics.machine.ClaimRule;
import dev.odradek.topics.machine.Machine;
import dev.odradek.topics.machine.Transport;
import dev.odradek.topics.route.DeadLetters;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Loads, asks, stores, forwards. Every decision is the {@link Core}'s. */
final class CommandProcessor extends ContextualProcessor<byte[], byte[], byte[], Outgoing> {
    private static final Logger LOG = LoggerFactory.getLogger(CommandProcessor.class);

    private final Core core;
    private final TopicPlan plan;
    private final QueueTopics queues;
    private final StateStoreMeters meters;
    private StoreView view;

    CommandProcessor(Core core, TopicPlan plan, QueueTopics queues, StateStoreMeters meters) {
        this.core = core;
        this.plan = plan;
        this.queues = queues;
        this.meters = meters;
    }

    @Override
    public void init(ProcessorContext<byte[], Outgoing> context) {
        super.init(context);
        view = new StoreView(context.getStateStore(StateStoreTopology.ROWS));
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        RecordMetadata at = context().recordMetadata().orElseThrow();
        long started = System.nanoTime();
        Verdict verdict = judge(record, at);
        // Topics are made before the rows change: failing here ends the task, and the command is tried again.
        verdict.decision().effects().forEach(this::prepare);
        verdict.decision().facts().forEach(this::prepare);
        verdict.rows().forEach(view::apply);
        if (verdict.deadLetter() != null) {
            deadLetter(record, at, verdict.deadLetter());
        }
        for (Outgoing out : verdict.outputs()) {
            context().forward(new Record<>(out.key(), out, record.timestamp()));
        }
        meters.decided(verdict.decision(), verdict.deadLetter() != null, System.nanoTime() - started);
    }

    private Verdict judge(Record<byte[], byte[]> record, RecordMetadata at) {
        Input input;
        try {
            if (record.value() == null) {
                throw new UnreadableException("a command without a value", null);
            }
            input = new Input(at.partition(), at.offset(), record.timestamp(), Formats.COMMANDS.read(record.value()));
        } catch (UnreadableException e) {
            String reason = String.valueOf(e.getMessage());
            Input unreadable = Input.unreadable(at.partition(), at.offset(), record.timestamp());
            return verdict(at, core.deadLettered(view, unreadable, reason), reason);
        }
        return judge(input, at);
    }

    private Verdict judge(Input input, RecordMetadata at) {
        try {
            Verdict verdict = verdict(at, core.decide(view, input), null);
            String reason = tooLarge(verdict);
            return reason == null ? verdict : verdict(at, core.refuse(view, input, Refusal.TOO_LARGE, reason), null);
        } catch (UnsupportedLevelException e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.atError()
                    .addKeyValue("partition", at.partition())
                    .addKeyValue("offset", at.offset())
                    .setCause(e)
                    .log("a command could not be decided; it goes to the dead letters");
            String reason = "deciding it failed: " + e;
            return verdict(at, core.refuse(view, input, Refusal.INTERNAL, reason), reason);
        }
    }

    /** A payload is kept below the size of a command, so that every later record that carries it fits. */
    private @Nullable String tooLarge(Verdict verdict) {
        int payload =
                verdict.rows().stream().mapToInt(RowChange::payloadSize).max().orElse(0);
        int output = verdict.outputs().stream().mapToInt(Outgoing::size).max().orElse(0);
        int mostPayload = plan.maxBytes() - 1024;
        int mostOutput = 2 * plan.maxBytes() - 1024;
        if (payload <= mostPayload && output <= mostOutput) {
            return null;
        }
        String what = payload > mostPayload
                ? "the payload would have " + payload + " bytes, but at most " + mostPayload
                : "it would lead to a record of " + output + " bytes, but at most " + mostOutput;
        return what + " are allowed; store large data elsewhere and post a reference";
    }

    private Verdict verdict(RecordMetadata at, Decision decision, @Nullable String deadLetter) {
        List<Outgoing> outputs = Outputs.of(plan, at.partition(), at.offset(), decision);
        return new Verdict(decision, RowChange.of(decision), outputs, deadLetter);
    }

    private void prepare(Effect effect) {
        if (effect instanceof Effect.Offer offer) {
            Dispatch dispatch = offer.dispatch();
            queues.ensure(dispatch.queue(), transport(offer.tenant(), dispatch));
        }
    }

    private void prepare(EventRecord fact) {
        if (fact.event() instanceof Event.Defined defined) {
            Machine machine = new KnownMachine(defined.definition()).machine();
            machine.claims().forEach(rule -> queues.ensure(rule.queue(), rule.transport()));
        }
    }

    private Transport transport(String tenant, Dispatch dispatch) {
        KnownMachine known = view.get(KnownMachine.key(tenant, dispatch.machine(), dispatch.version()));
        if (known == null) {
            return Transport.PARTITIONED;
        }
        return known.machine().claims().stream()
                .filter(rule -> rule.queue().equals(dispatch.queue()))
                .map(ClaimRule::transport)
                .findFirst()
                .orElse(Transport.PARTITIONED);
    }

    private void deadLetter(Record<byte[], byte[]> record, RecordMetadata at, String reason) {
        RecordHeaders headers = new RecordHeaders(record.headers());
        DeadLetters.describe(headers, at.topic(), at.partition(), at.offset(), reason);
        Outgoing out = new Outgoing(plan.deadLetters(), 0, record.key(), record.value());
        context().forward(new Record<>(record.key(), out, record.timestamp(), headers));
    }

    /** What is to be stored and sent for one command, and whether the command itself is a dead letter. */
    private record Verdict(
            Decision decision,
            List<RowChange> rows,
            List<Outgoing> outputs,
            @Nullable String deadLetter) {}
}
