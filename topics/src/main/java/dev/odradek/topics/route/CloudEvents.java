package dev.odradek.topics.route;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Makes the records of one source CloudEvents 1.0 in Kafka's binary mode: the value stays as it is, and headers that
 * any reader of CloudEvents knows say what it is.
 *
 * <p>What is the same for every record is made once: this runs for every fact.
 */
public final class CloudEvents {
    public static final String VERSION = "ce_specversion";
    public static final String ID = "ce_id";
    public static final String SOURCE = "ce_source";
    public static final String TYPE = "ce_type";
    public static final String SUBJECT = "ce_subject";
    public static final String TIME = "ce_time";
    public static final String CONTENT_TYPE = "content-type";

    private static final Header ONE = header(VERSION, "1.0");
    private static final Header JSON = header(CONTENT_TYPE, "application/json");
    private static final long DAY_MS = 86_400_000;
    /** The last day whose year has four digits. */
    private static final long LAST_DAY = LocalDate.of(9999, 12, 31).toEpochDay();

    /** {@code dev.odradek.event.Moved}: the name that stands in the JSON, below its kind's. */
    private static final ClassValue<Header> TYPES = new ClassValue<>() {
        @Override
        protected Header computeValue(Class<?> type) {
            String kind = type.getPackageName().replaceFirst(".*\\.", "");
            return header(TYPE, "dev.odradek." + kind + "." + type.getSimpleName());
        }
    };

    private final Header source;

    /** Read and replaced without a lock: whoever finds an older one makes it anew. */
    private Moment last = new Moment(0, time(0));

    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    private record Moment(long timeMs, byte[] text) {}

    private CloudEvents(String source) {
        this.source = header(SOURCE, source);
    }

    /** Of what stands on a topic because of what stands on another. */
    public static CloudEvents ofTopic(String topic) {
        return new CloudEvents("urn:odradek:topic:" + topic);
    }

    /** Of what a webhook of this name has brought. */
    public static CloudEvents ofTrigger(String tenant, String name) {
        return new CloudEvents("urn:odradek:trigger:" + tenant + ":" + name);
    }

    /**
     * The headers of one record; the arrays are not copied.
     *
     * @param id the same for the same cause
     * @param what the event or command that the record holds
     * @param timeMs when it happened, in epoch milliseconds
     */
    public Headers headers(String id, Object what, byte[] subject, long timeMs) {
        return new RecordHeaders(new Header[] {
            ONE,
            header(ID, id),
            source,
            TYPES.get(what.getClass()),
            new RecordHeader(SUBJECT, subject),
            new RecordHeader(TIME, timeOf(timeMs)),
            JSON
        });
    }

    /** What happens at once is told at once: most facts have the time of the one before. */
    private byte[] timeOf(long timeMs) {
        Moment known = last;
        if (known.timeMs() != timeMs) {
            known = new Moment(timeMs, time(timeMs));
            last = known;
        }
        return known.text();
    }

    /** As {@code 2026-01-31T23:59:59.123Z}, which {@link Instant} takes ten times as long to say. */
    static byte[] time(long timeMs) {
        long day = Math.floorDiv(timeMs, DAY_MS);
        if (day < 0 || day > LAST_DAY) {
            return Instant.ofEpochMilli(timeMs).toString().getBytes(StandardCharsets.US_ASCII);
        }
        LocalDate date = LocalDate.ofEpochDay(day);
        int ms = (int) Math.floorMod(timeMs, DAY_MS);
        byte[] text = "0000-00-00T00:00:00.000Z".getBytes(StandardCharsets.US_ASCII);
        digits(text, 3, 4, date.getYear());
        digits(text, 6, 2, date.getMonthValue());
        digits(text, 9, 2, date.getDayOfMonth());
        digits(text, 12, 2, ms / 3_600_000);
        digits(text, 15, 2, ms / 60_000 % 60);
        digits(text, 18, 2, ms / 1000 % 60);
        digits(text, 22, 3, ms % 1000);
        return text;
    }

    private static void digits(byte[] text, int last, int count, int value) {
        int left = value;
        for (int at = last; at > last - count; at--) {
            text[at] = (byte) ('0' + left % 10);
            left /= 10;
        }
    }

    private static Header header(String key, String value) {
        return new RecordHeader(key, value.getBytes(UTF_8));
    }
}
