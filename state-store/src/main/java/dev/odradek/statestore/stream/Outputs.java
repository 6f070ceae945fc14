package dev.odradek.statestore.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.statestore.core.Decision;
import dev.odradek.statestore.core.Effect;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.event.AnswerRecord;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.DispatchRecord;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.TimerRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.route.CloudEvents;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;

/** Turns a decision into records: facts first, then what is to be done, each with its place in the order as cause. */
final class Outputs implements Effect.Cases<Outgoing> {
    private static final Header MORE = new RecordHeader(EventRecord.MORE, new byte[0]);

    private final TopicPlan plan;
    private final int partition;
    private final long offset;
    private int index;

    private Outputs(TopicPlan plan, int partition, long offset, int first) {
        this.plan = plan;
        this.partition = partition;
        this.offset = offset;
        this.index = first;
    }

    /** @param describing says of each fact, in its headers, what it is */
    static List<Outgoing> of(TopicPlan plan, CloudEvents describing, int partition, long offset, Decision decision) {
        List<Outgoing> all =
                new ArrayList<>(decision.facts().size() + decision.effects().size());
        String entity = "";
        byte[] key = new byte[0];
        for (EventRecord fact : decision.facts()) {
            boolean last = all.size() == decision.facts().size() - 1;
            // Nearly always they are all about one item.
            if (!entity.equals(fact.entityId())) {
                entity = fact.entityId();
                key = (fact.tenant() + "/" + entity).getBytes(UTF_8);
            }
            Headers headers = describing.headers(fact.cause().toString(), fact.event(), key, fact.ts());
            if (!last) {
                headers.add(MORE);
            }
            all.add(new Outgoing(plan.events(), partition, key, Formats.EVENTS.write(fact), headers));
        }
        Outputs effects = new Outputs(plan, partition, offset, all.size());
        for (Effect effect : decision.effects()) {
            all.add(effect.match(effects));
        }
        return all;
    }

    @Override
    public Outgoing offer(Effect.Offer e) {
        DispatchRecord record = new DispatchRecord(DispatchRecord.SCHEMA, e.tenant(), next(), e.dispatch());
        byte[] key = e.dispatch().itemId().getBytes(UTF_8);
        return new Outgoing(
                plan.work(e.dispatch().queue(), e.lane()), Outgoing.BY_KEY, key, Formats.DISPATCHES.write(record));
    }

    @Override
    public Outgoing reply(Effect.Reply e) {
        AnswerRecord record =
                new AnswerRecord(AnswerRecord.SCHEMA, e.tenant(), next(), e.askerId(), e.commandId(), e.answer());
        // A slot beyond the topic comes from an asker with another plan: it must not end the task.
        int slot = Math.floorMod(e.slot(), plan.slots());
        return new Outgoing(plan.answers(), slot, e.askerId().getBytes(UTF_8), Formats.ANSWERS.write(record));
    }

    @Override
    public Outgoing setTimer(Effect.SetTimer e) {
        TimerRecord record = new TimerRecord(TimerRecord.SCHEMA, e.tenant(), next(), e.timer());
        return new Outgoing(plan.timers(), partition, slot(e.tenant(), e.slot()), Formats.TIMERS.write(record));
    }

    @Override
    public Outgoing clearTimer(Effect.ClearTimer e) {
        next();
        return new Outgoing(plan.timers(), partition, slot(e.tenant(), e.slot()), null);
    }

    private Cause next() {
        return new Cause(partition, offset, index++);
    }

    private static byte[] slot(String tenant, String slot) {
        return (tenant + "/" + slot).getBytes(UTF_8);
    }
}
