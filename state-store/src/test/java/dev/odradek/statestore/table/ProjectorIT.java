package dev.odradek.statestore.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.odradek.localcluster.EmbeddedPostgres;
import dev.odradek.localcluster.PostgresConfig;
import dev.odradek.statestore.item.Item;
import dev.odradek.statestore.sim.RecordedFacts;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.format.Formats;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("What facts make of the tables")
class ProjectorIT {
    private static final TopicPlan PLAN = TopicPlan.defaults();
    private static final String TENANT = "acme";

    @TempDir
    static Path dir;

    static EmbeddedPostgres postgres;

    @BeforeAll
    static void start() {
        postgres = EmbeddedPostgres.start(PostgresConfig.in(dir));
    }

    @AfterAll
    static void stop() {
        postgres.close();
    }

    @ParameterizedTest(name = "X2 simulated history {0}: what the core has; delivered twice, late or torn, the same")
    @ValueSource(longs = {7, 8, 101, 102, 103, 104})
    void keepsStep(long seed) {
        List<List<EventRecord>> worlds = RecordedFacts.of(seed, 400);
        List<List<ConsumerRecord<byte[], byte[]>>> topic = asTopic(worlds);
        Random random = new Random(seed);
        try (Database database = open("sim_" + seed)) {
            Projector projector = new Projector(database, PLAN);
            deliver(projector, topic, random);

            for (int partition = 0; partition < worlds.size(); partition++) {
                judge(database, partition, worlds.get(partition));
            }
            Map<String, List<String>> before = Dump.of(database);
            topic.forEach(projector::apply);
            assertThat(Dump.of(database)).isEqualTo(before);
        }
    }

    @Test
    @DisplayName("of a batch that fails in the middle nothing is written")
    void allOrNothing() {
        List<ConsumerRecord<byte[], byte[]>> records =
                asTopic(RecordedFacts.of(7, 200)).get(0);
        try (Database database = open("torn")) {
            Projector projector = new Projector(database, PLAN);
            projector.apply(records.subList(0, 20));
            Map<String, List<String>> before = Dump.of(database);
            // The last table that is written is not there.
            run(database, "ALTER TABLE failures RENAME TO elsewhere; ALTER TABLE queue_minutes RENAME TO nowhere");

            assertThatThrownBy(() -> projector.apply(records))
                    .isInstanceOf(DatabaseException.class)
                    .hasMessageContaining("queue_minutes");

            run(database, "ALTER TABLE elsewhere RENAME TO failures; ALTER TABLE nowhere RENAME TO queue_minutes");
            assertThat(Dump.of(database)).isEqualTo(before);
            assertThat(projector.apply(records)).isEqualTo(records.size() - 20);
        }
    }

    @Test
    @DisplayName("a batch that ends amid a command's facts does not yet count for who waits for that command")
    void wholeCommandsOnly() {
        List<ConsumerRecord<byte[], byte[]>> log =
                asTopic(RecordedFacts.of(7, 200)).get(0);
        ConsumerRecord<byte[], byte[]> torn = log.stream()
                .filter(record -> record.headers().lastHeader(EventRecord.MORE) != null)
                .findFirst()
                .orElseThrow();
        long command = Formats.EVENTS.read(torn.value()).cause().offset();
        int upTo = log.indexOf(torn) + 1;
        try (Database database = open("amid")) {
            Projector projector = new Projector(database, PLAN);

            projector.apply(log.subList(0, upTo));
            assertThat(count(database, "SELECT cause_offset FROM progress WHERE partition = 0"))
                    .isEqualTo(command - 1);

            projector.apply(log.stream()
                    .skip(upTo)
                    .takeWhile(record ->
                            Formats.EVENTS.read(record.value()).cause().offset() == command)
                    .toList());
            assertThat(count(database, "SELECT cause_offset FROM progress WHERE partition = 0"))
                    .isEqualTo(command);
        }
    }

    @Test
    @DisplayName("what ended long ago goes, with its history; what still lives stays whole")
    void letsGo() {
        List<List<EventRecord>> worlds = RecordedFacts.of(8, 400);
        DatabaseConfig config = new DatabaseConfig(postgres.jdbcUrl(), postgres.user(), "", "kept", Duration.ofDays(1));
        try (Database database = Database.open(config)) {
            Projector projector = new Projector(database, PLAN);
            asTopic(worlds).forEach(projector::apply);
            long living = count(database, "SELECT count(DISTINCT item_id) FROM axes WHERE phase <> 'ended'");
            long all = count(database, "SELECT count(*) FROM items");
            assertThat(living).isPositive().isLessThan(all);

            new Retention(database)
                    .sweep(java.time.Instant.ofEpochMilli(last(worlds)).plus(Duration.ofDays(10)));

            assertThat(count(database, "SELECT count(*) FROM items")).isEqualTo(living);
            assertThat(count(database, "SELECT count(DISTINCT item_id) FROM axes"))
                    .isEqualTo(living);
            assertThat(count(
                            database,
                            "SELECT count(*) FROM history h JOIN items i"
                                    + " ON i.tenant = h.tenant AND i.id = h.entity_id"))
                    .isEqualTo(count(database, "SELECT count(*) FROM history"))
                    .isPositive();
        }
    }

    private static long last(List<List<EventRecord>> worlds) {
        return worlds.stream()
                .flatMap(List::stream)
                .mapToLong(EventRecord::ts)
                .max()
                .orElseThrow();
    }

    /** In batches across partitions; some come again, from further back, as after a rebalance. */
    private static void deliver(Projector projector, List<List<ConsumerRecord<byte[], byte[]>>> topic, Random random) {
        int[] next = new int[topic.size()];
        while (true) {
            List<ConsumerRecord<byte[], byte[]>> batch = new ArrayList<>();
            for (int partition = 0; partition < topic.size(); partition++) {
                List<ConsumerRecord<byte[], byte[]>> log = topic.get(partition);
                int from = Math.max(0, next[partition] - (random.nextInt(4) == 0 ? random.nextInt(30) : 0));
                int to = Math.min(log.size(), next[partition] + random.nextInt(60));
                batch.addAll(log.subList(from, to));
                next[partition] = to;
            }
            Collections.shuffle(batch, random);
            batch.sort(Comparator.comparingLong(ConsumerRecord::offset));
            projector.apply(batch);
            boolean done = true;
            for (int partition = 0; partition < topic.size(); partition++) {
                done &= next[partition] == topic.get(partition).size();
            }
            if (done) {
                return;
            }
        }
    }

    private static void judge(Database database, int partition, List<EventRecord> facts) {
        Told told = Told.by(facts);
        Map<String, Item> expected = told.items(TENANT);
        Map<String, Item> found = new TreeMap<>();
        expected.keySet()
                .forEach(id -> database.with(connection -> ItemFinder.byId(connection, TENANT, id)).stream()
                        .filter(each -> each.item()
                                .partitionKey()
                                .equals(expected.get(id).partitionKey()))
                        .forEach(each -> {
                            found.put(id, each.item());
                            assertThat(each.payload()).isEqualTo(told.payload(TENANT, id));
                        }));
        assertThat(found).isEqualTo(expected);
        assertThat(count(database, "SELECT count(*) FROM items WHERE partition = " + partition))
                .isEqualTo(expected.size());
        assertThat(counts(database, partition)).isEqualTo(told.counts(TENANT));
        assertThat(count(database, "SELECT count(*) FROM history WHERE partition = " + partition))
                .isEqualTo(facts.size());
    }

    private static Map<String, List<Long>> counts(Database database, int partition) {
        return database.with(connection -> {
            Map<String, List<Long>> counts = new TreeMap<>();
            try (PreparedStatement statement = connection.prepareStatement(
                    "SELECT queue, offered, held, waiting, delayed FROM queues WHERE partition = ?"
                            + " AND (offered, held, waiting, delayed) <> (0, 0, 0, 0)")) {
                statement.setInt(1, partition);
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        counts.put(
                                rows.getString(1),
                                List.of(rows.getLong(2), rows.getLong(3), rows.getLong(4), rows.getLong(5)));
                    }
                }
            }
            return counts;
        });
    }

    /** With holes between the offsets, as the ends of transactions leave them. */
    private static List<List<ConsumerRecord<byte[], byte[]>>> asTopic(List<List<EventRecord>> worlds) {
        List<List<ConsumerRecord<byte[], byte[]>>> topic = new ArrayList<>();
        for (int partition = 0; partition < worlds.size(); partition++) {
            List<ConsumerRecord<byte[], byte[]>> log = new ArrayList<>();
            long offset = 0;
            List<EventRecord> facts = worlds.get(partition);
            for (int i = 0; i < facts.size(); i++) {
                EventRecord fact = facts.get(i);
                offset += offset % 7 == 0 ? 2 : 1;
                var record =
                        new ConsumerRecord<>(PLAN.events(), partition, offset, new byte[0], Formats.EVENTS.write(fact));
                if (i + 1 < facts.size()
                        && facts.get(i + 1).cause().offset() == fact.cause().offset()) {
                    record.headers().add(EventRecord.MORE, new byte[0]);
                }
                log.add(record);
            }
            topic.add(log);
        }
        return topic;
    }

    private static Database open(String schema) {
        return Database.open(new DatabaseConfig(postgres.jdbcUrl(), postgres.user(), "", schema, Duration.ZERO));
    }

    private static long count(Database database, String sql) {
        return database.with(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql);
                    ResultSet rows = statement.executeQuery()) {
                assertThat(rows.next()).isTrue();
                return rows.getLong(1);
            }
        });
    }

    private static void run(Database database, String sql) {
        database.with(connection -> {
            try (var statement = connection.createStatement()) {
                return statement.execute(sql);
            }
        });
    }
}
