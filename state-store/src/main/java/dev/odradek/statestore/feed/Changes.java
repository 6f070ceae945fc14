package dev.odradek.statestore.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.statestore.table.Swap;
import dev.odradek.topics.event.NotificationRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/** What Debezium's records say. Pure. */
final class Changes {
    private Changes() {}

    /** The row that changed, unless the record is of something else. */
    static Optional<NotificationRecord> notification(SourceRecord record) {
        Struct after = part(record, "after");
        Struct source = part(record, "source");
        if (after == null || source == null) {
            return Optional.empty();
        }
        String table = source.getString("table");
        return Optional.of(new NotificationRecord(
                NotificationRecord.SCHEMA,
                table,
                after.getString("tenant"),
                after.getString(table.equals(NotificationRecord.ITEMS) ? "id" : "queue"),
                after.getInt32("partition"),
                after.getInt64("version"),
                source.getInt64("lsn"),
                source.getInt64("ts_ms"),
                false));
    }

    /** None, or the swap of tables that the record tells of. */
    static List<Swap> swaps(SourceRecord record) {
        Struct message = part(record, "message");
        return message == null ? List.of() : Swap.in(new String(message.getBytes("content"), UTF_8));
    }

    /** How far the slot may be once the record has been told: no place that Debezium names is beyond it. */
    static long reached(SourceRecord record) {
        Map<String, ?> offset = record.sourceOffset();
        return Stream.of("lsn", "lsn_proc", "lsn_commit")
                .map(offset::get)
                .filter(Long.class::isInstance)
                .mapToLong(Long.class::cast)
                .max()
                .orElse(0);
    }

    private static @Nullable Struct part(SourceRecord record, String name) {
        return record.value() instanceof Struct value && value.schema().field(name) != null
                ? value.getStruct(name)
                : null;
    }
}
