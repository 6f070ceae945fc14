package dev.odradek.topics.route;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Where a dead letter lies, which is what it goes by. */
public record LetterId(int partition, long offset) implements Comparable<LetterId> {
    private static final Pattern SHAPE = Pattern.compile("(\\d{1,9}):(\\d{1,18})");
    private static final Comparator<LetterId> ORDER =
            Comparator.comparingInt(LetterId::partition).thenComparingLong(LetterId::offset);

    public static LetterId parse(String text) {
        Matcher matcher = SHAPE.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("A dead letter is named such as 0:17, not as " + text);
        }
        return new LetterId(Integer.parseInt(matcher.group(1)), Long.parseLong(matcher.group(2)));
    }

    static LetterId of(ConsumerRecord<byte[], byte[]> record) {
        return new LetterId(record.partition(), record.offset());
    }

    @Override
    public int compareTo(LetterId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return partition + ":" + offset;
    }
}
