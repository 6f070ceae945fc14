package dev.odradek.statestore.table;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.topics.route.DeadLetters;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Writes the dead letters down: what each was, why it died, and whether it was sent again. */
final class Letters {
    private static final String INSERT = """
            INSERT INTO dead_letters (partition, letter_offset, source_topic, source_partition, source_offset, reason,
                key, value, at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING""";
    private static final String REDRIVEN =
            "UPDATE dead_letters SET redriven_at = ? WHERE partition = ? AND letter_offset = ?";

    private final Progress progress;

    Letters(String topic) {
        this.progress = new Progress(topic);
    }

    Progress progress() {
        return progress;
    }

    int write(Connection connection, int partition, List<ConsumerRecord<byte[], byte[]>> records) throws SQLException {
        long next = progress.lock(connection, partition);
        int written = 0;
        for (ConsumerRecord<byte[], byte[]> record : records) {
            if (record.offset() >= next) {
                write(connection, record);
                written++;
            }
        }
        if (written > 0) {
            progress.advance(
                    connection, partition, records.get(records.size() - 1).offset() + 1, -1);
        }
        return written;
    }

    private static void write(Connection connection, ConsumerRecord<byte[], byte[]> record) throws SQLException {
        Long redriven = number(record, DeadLetters.REDRIVEN);
        try (PreparedStatement statement = connection.prepareStatement(redriven == null ? INSERT : REDRIVEN)) {
            if (redriven == null) {
                insert(statement, record);
            } else {
                statement.setTimestamp(1, new Timestamp(record.timestamp()));
                statement.setInt(2, record.partition());
                statement.setLong(3, redriven);
            }
            statement.executeUpdate();
        }
    }

    private static void insert(PreparedStatement statement, ConsumerRecord<byte[], byte[]> record) throws SQLException {
        statement.setInt(1, record.partition());
        statement.setLong(2, record.offset());
        statement.setString(3, text(record, DeadLetters.TOPIC));
        statement.setObject(4, number(record, DeadLetters.PARTITION), Types.INTEGER);
        statement.setObject(5, number(record, DeadLetters.OFFSET), Types.BIGINT);
        String reason = text(record, DeadLetters.REASON);
        statement.setString(6, reason == null ? "it does not say" : reason);
        statement.setBytes(7, record.key());
        statement.setBytes(8, record.value());
        statement.setTimestamp(9, new Timestamp(record.timestamp()));
    }

    private static @Nullable Long number(ConsumerRecord<byte[], byte[]> record, String name) {
        String text = text(record, name);
        try {
            return text == null ? null : Long.valueOf(text);
        } catch (NumberFormatException e) {
            // Whoever wrote it is not one of ours: it is kept as it is.
            return null;
        }
    }

    private static @Nullable String text(ConsumerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null || header.value() == null ? null : Columns.clean(new String(header.value(), UTF_8));
    }
}
