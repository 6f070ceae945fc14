package dev.odradek.reaper.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.topics.format.UnreadableException;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.slf4j.LoggerFactory;

/** Arms what the core has timed; every judgement is the {@link dev.odradek.reaper.deadline.Reaper}'s. */
final class TimerProcessor extends ContextualProcessor<byte[], byte[], Void, Void> {
    private static final Skipped SKIPPED = new Skipped(LoggerFactory.getLogger(TimerProcessor.class), "timer");

    private final Post post;
    private ReaperStore store;
    private Post.Box box;

    TimerProcessor(Post post) {
        this.post = post;
    }

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        super.init(context);
        store = context.getStateStore(ReaperTopology.DEADLINES);
        box = post.from(context.taskId().partition());
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        if (record.key() == null) {
            return;
        }
        String slot = new String(record.key(), UTF_8);
        if (record.value() == null) {
            store.reaper().clear(slot);
            return;
        }
        try {
            store.set(slot, record.value(), record.timestamp(), System.nanoTime(), box);
        } catch (UnreadableException e) {
            // The core overwrites it with its next decision about the slot; until then `odradek check` names the item.
            SKIPPED.record("slot", slot, e);
        }
    }
}
