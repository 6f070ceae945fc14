package dev.odradek.statestore.stream;

import dev.odradek.statestore.core.Effect;
import dev.odradek.statestore.core.KnownMachine;
import dev.odradek.statestore.partition.Core;
import dev.odradek.statestore.stream.Judge.Verdict;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.event.Dispatch;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.machine.ClaimRule;
import dev.odradek.topics.machine.Machine;
import dev.odradek.topics.machine.Transport;
import dev.odradek.topics.route.DeadLetters;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Loads, asks, stores, forwards. Every decision is the {@link Core}'s. */
final class CommandProcessor extends ContextualProcessor<byte[], byte[], byte[], Outgoing> {
    private static final Logger LOG = LoggerFactory.getLogger(CommandProcessor.class);

    private final Judge judge;
    private final TopicPlan plan;
    private final QueueTopics queues;
    private final StateStoreMeters meters;
    private final long decodedBytes;
    private StoreView view;

    /** @param decodedBytes how much of the heap its decoded rows may take */
    CommandProcessor(Core core, TopicPlan plan, QueueTopics queues, StateStoreMeters meters, long decodedBytes) {
        this.judge = new Judge(core, plan);
        this.plan = plan;
        this.queues = queues;
        this.meters = meters;
        this.decodedBytes = decodedBytes;
    }

    @Override
    public void init(ProcessorContext<byte[], Outgoing> context) {
        super.init(context);
        view = new StoreView(context.getStateStore(StateStoreTopology.ROWS), decodedBytes);
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
            context().forward(new Record<>(out.key(), out, record.timestamp(), out.headers()));
        }
        meters.decided(verdict.decision(), verdict.deadLetter() != null, System.nanoTime() - started);
    }

    private Verdict judge(Record<byte[], byte[]> record, RecordMetadata at) {
        Verdict verdict =
                judge.judge(view, Reading.of(at.partition(), at.offset(), record.timestamp(), record.value()));
        if (verdict.failure() != null) {
            LOG.atError()
                    .addKeyValue("partition", at.partition())
                    .addKeyValue("offset", at.offset())
                    .setCause(verdict.failure())
                    .log("a command could not be decided; it goes to the dead letters");
        }
        return verdict;
    }

    private void prepare(Effect effect) {
        if (effect instanceof Effect.Offer offer && !queues.has(offer.dispatch().queue())) {
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
}
