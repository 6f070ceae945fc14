package dev.odradek.statestore.table;

import dev.odradek.statestore.projection.Fact;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.UnreadableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes records of {@code events} and {@code dead-letters} into the tables: all of them, or none. */
final class Projector {
    private static final Logger LOG = LoggerFactory.getLogger(Projector.class);

    private final Database database;
    private final TopicPlan plan;
    private final TableWriter tables;
    private final Letters letters;

    Projector(Database database, TopicPlan plan) {
        this.database = database;
        this.plan = plan;
        this.tables = new TableWriter(database.config().schema(), plan.events());
        this.letters = new Letters(plan.deadLetters());
    }

    List<String> topics() {
        return List.of(plan.events(), plan.deadLetters());
    }

    /** Where to go on reading, of the partitions that have been begun. */
    Map<TopicPartition, Long> positions() {
        return database.with(connection -> {
            Map<TopicPartition, Long> positions = new HashMap<>();
            for (String topic : topics()) {
                new Progress(topic)
                        .all(connection)
                        .forEach((partition, next) -> positions.put(new TopicPartition(topic, partition), next));
            }
            return positions;
        });
    }

    /**
     * Writes what is new among the records, in one transaction.
     *
     * @return how many were new
     * @throws FellBackException if the database was put back: what it lost must be read again first
     */
    int apply(Iterable<ConsumerRecord<byte[], byte[]>> records) {
        boolean committed = false;
        try {
            int written = database.inTransaction(connection -> write(connection, records));
            committed = true;
            return written;
        } finally {
            tables.progress().ended(committed);
            letters.progress().ended(committed);
        }
    }

    /** Goes on from wherever the tables say they are. */
    void trustTables() {
        tables.progress().trustTables();
        letters.progress().trustTables();
    }

    private int write(Connection connection, Iterable<ConsumerRecord<byte[], byte[]>> records) throws SQLException {
        SortedMap<Integer, List<Fact>> facts = new TreeMap<>();
        SortedMap<Integer, List<ConsumerRecord<byte[], byte[]>>> dead = new TreeMap<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            if (record.topic().equals(plan.events())) {
                read(record, facts.computeIfAbsent(record.partition(), p -> new ArrayList<>()));
            } else {
                dead.computeIfAbsent(record.partition(), p -> new ArrayList<>()).add(record);
            }
        }
        int written = tables.write(connection, facts);
        for (Map.Entry<Integer, List<ConsumerRecord<byte[], byte[]>>> each : dead.entrySet()) {
            written += letters.write(connection, each.getKey(), each.getValue());
        }
        return written;
    }

    private static void read(ConsumerRecord<byte[], byte[]> record, List<Fact> facts) {
        try {
            boolean more = record.headers().lastHeader(EventRecord.MORE) != null;
            facts.add(new Fact(record.offset(), Formats.EVENTS.read(record.value()), more));
        } catch (UnreadableException e) {
            // It stays in the log: a newer version that can read it rebuilds the tables with it.
            LOG.atError()
                    .addKeyValue("partition", record.partition())
                    .addKeyValue("offset", record.offset())
                    .log("a fact is left out of the read model: {}", e.getMessage());
        }
    }
}
