package dev.odradek.statestore.stream;

import dev.odradek.topics.event.TimerRecord;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Of what is held for one key of a topic of which only the last record of a key counts, only that one leaves, and not
 * even that one if it clears what was set where nothing stood.
 *
 * <p>Whoever reads such a topic committed would see the others for an instant at most: all are of one transaction. What
 * is acted on when it is read says so, and leaves whatever comes after it.
 */
final class Overtaking {
    private final Predicate<String> lastCounts;

    /** @param lastCounts in which topics a record makes those before it with the same key void */
    Overtaking(Predicate<String> lastCounts) {
        this.lastCounts = lastCounts;
    }

    /** Marks those of one lot, in the order they were sent, that need not leave. */
    void mark(List<Held> lot) {
        Map<ByteBuffer, Held> last = new HashMap<>();
        for (int i = lot.size() - 1; i >= 0; i--) {
            Held each = lot.get(i);
            if (lastCounts.test(each.record().topic())) {
                ByteBuffer key = ByteBuffer.wrap(each.record().key());
                Held later = last.putIfAbsent(key, each);
                if (later != null && isVoid(each.record(), later.record())) {
                    each.stays();
                    if (isFirst(each.record()) && later.record().value() == null) {
                        later.stays();
                        last.remove(key);
                    }
                }
            }
        }
    }

    private static boolean isVoid(ProducerRecord<byte[], byte[]> record, ProducerRecord<byte[], byte[]> later) {
        return Objects.equals(record.partition(), later.partition())
                && record.headers().lastHeader(TimerRecord.EACH) == null;
    }

    private static boolean isFirst(ProducerRecord<byte[], byte[]> record) {
        return record.headers().lastHeader(TimerRecord.FIRST) != null;
    }
}
