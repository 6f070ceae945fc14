package dev.odradek.standalone.system;

import static dev.odradek.standalone.system.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.localcluster.EmbeddedPostgres;
import dev.odradek.localcluster.JavaProcess;
import dev.odradek.localcluster.PostgresConfig;
import dev.odradek.standalone.cli.Odradek;
import dev.odradek.statestore.StateStoreService;
import dev.odradek.statestore.table.DatabaseConfig;
import dev.odradek.statestore.table.Rebuild;
import dev.odradek.topics.command.Command;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.ItemCommand.Fail;
import dev.odradek.topics.command.ItemCommand.Patch;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.NotificationRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.machine.Transport;
import dev.odradek.topics.route.CommandWriter;
import dev.odradek.topics.route.Ids;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Thousands of items move while whoever writes and tells of the read model, and then its database, is killed. */
@DisplayName("A read model that is killed")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ReadModelKillIT {
    /** In -Pfull as many as the drill is about; elsewhere fewer do. */
    private static final int ITEMS = Integer.getInteger("odradek.drill.items", 4_000);

    private static final int CHUNK = ITEMS / 5;

    private final List<JavaProcess> processes = new ArrayList<>();
    private Path dir;
    private Rig rig;
    private StateStoreService store;
    private EmbeddedPostgres postgres;
    private ReadTables tables;
    private List<ConsumerRecord<byte[], byte[]>> events;

    @BeforeAll
    void moveAndKill(@TempDir(cleanup = CleanupMode.ON_SUCCESS) Path temp) {
        dir = temp;
        rig = Rig.start(dir, 4).withoutReaper();
        store = rig.stateStore();
        postgres = EmbeddedPostgres.start(PostgresConfig.in(dir));
        tables = new ReadTables(postgres.jdbcUrl());
        rig.define(Machines.oneStage("job", Transport.SHARED));
        startReadModel();

        move(0);
        move(1);
        eventually(() -> assertThat(tables.count("SELECT count(*) FROM items")).isPositive());
        processes.get(0).kill();
        move(2);
        startReadModel();
        killDatabase();
        move(3);
        postgres = EmbeddedPostgres.start(PostgresConfig.in(dir).onPort(postgres.port()));
        move(4);

        eventually(() -> assertThat(terminal()).isEqualTo(ITEMS));
        events = new Topics(rig.connection()).read(rig.connection().plan().events());
        eventually(
                () -> assertThat(tables.count("SELECT count(*) FROM history")).isEqualTo(events.size()));
    }

    @AfterAll
    void stop() {
        processes.forEach(JavaProcess::close);
        postgres.close();
        store.close();
        rig.close();
    }

    @Test
    @Order(1)
    @DisplayName("X2 the tables are what the core makes of the events, row for row, though many were delivered twice")
    void equalsTheFold() {
        Map<String, ReadTables.Row> expected = new TreeMap<>();
        RebuiltRows.from(facts()).values().forEach(partition -> expected.putAll(partition.items()));

        assertThat(expected).hasSize(ITEMS);
        assertThat(tables.items()).isEqualTo(expected);
    }

    @Test
    @Order(2)
    @DisplayName("A60 every create, claim and transition is in the history, with its worker, where it is on events")
    void history() {
        Map<String, String> told = new TreeMap<>();
        tables.each(
                "SELECT partition, event_offset, entity_id, type, coalesce(why, '-'), coalesce(holder, '-')"
                        + " FROM history",
                rows -> told.put(
                        rows.getInt(1) + ":" + rows.getLong(2),
                        String.join(" ", rows.getString(3), rows.getString(4), rows.getString(5), rows.getString(6))));

        Map<String, String> expected = new TreeMap<>();
        for (ConsumerRecord<byte[], byte[]> record : events) {
            EventRecord fact = Formats.EVENTS.read(record.value());
            String why = "-";
            String holder = "-";
            if (fact.event() instanceof Event.Moved moved) {
                why = moved.why().name().toLowerCase(Locale.ROOT);
                holder = moved.holder() == null ? "-" : moved.holder();
            }
            expected.put(
                    record.partition() + ":" + record.offset(),
                    String.join(" ", fact.entityId(), fact.event().getClass().getSimpleName(), why, holder));
        }
        assertThat(told).isEqualTo(expected);
        assertThat(told.values().stream().filter(line -> line.endsWith("claimed worker-1")))
                .hasSizeGreaterThan(ITEMS / 10);
    }

    @Test
    @Order(2)
    @DisplayName("notifications cover the final version of every row, though whoever tells of them was killed as well")
    void notifications() {
        Map<String, Long> rows = new TreeMap<>();
        tables.each(
                "SELECT tenant, id, partition, version FROM items",
                row -> rows.put(
                        "item/" + row.getString(1) + "/" + row.getString(2) + "/" + row.getInt(3), row.getLong(4)));
        tables.each(
                "SELECT tenant, queue, partition, version FROM queues",
                row -> rows.put(
                        "queue/" + row.getString(1) + "/" + row.getString(2) + "/" + row.getInt(3), row.getLong(4)));

        eventually(() -> {
            Map<String, Long> told = new TreeMap<>();
            new Topics(rig.connection())
                    .read(rig.connection().plan().notifications())
                    .forEach(record -> {
                        NotificationRecord each = Formats.NOTIFICATIONS.read(record.value());
                        told.merge(each.key(), each.version(), Math::max);
                    });
            assertThat(told).isEqualTo(rows);
        });
        assertThat(rows).hasSizeGreaterThan(ITEMS);
    }

    @Test
    @Order(3)
    @DisplayName("X3 A60 rebuilt from the first event on, the tables are the same, and nobody is told anything")
    void rebuilds() {
        Map<String, List<String>> before = tables.dump();
        Map<String, Long> ends = ends();
        List<Long> progress = new ArrayList<>();

        Rebuild.Built built = new Rebuild(
                        rig.connection(),
                        new DatabaseConfig(
                                postgres.jdbcUrl(), postgres.user(), "", DatabaseConfig.DEFAULT_SCHEMA, Duration.ZERO),
                        (done, all) -> progress.add(done))
                .run();

        assertThat(tables.dump()).isEqualTo(before);
        assertThat(ends()).isEqualTo(ends);
        assertThat(progress).isNotEmpty().isSorted();
        System.out.printf(
                "ReadModelKillIT: rebuilt from %,d records in %.1f s, %,.0f/s%n",
                built.records(),
                built.took().toMillis() / 1e3,
                built.records() / (built.took().toMillis() / 1e3));
    }

    @Test
    @Order(4)
    @DisplayName("after the rebuild the projection goes on in the new tables")
    void goesOn() {
        rig.post("job", List.of("one-more"));

        eventually(() -> assertThat(tables.items()).containsKey("one-more"));
    }

    private void startReadModel() {
        JavaProcess process = rig.ofOurs(JavaProcess.of(Odradek.class).small(192))
                .environment("ODRADEK_DATABASE_URL", postgres.jdbcUrl())
                .environment("ODRADEK_DATABASE_USER", postgres.user())
                .args(
                        "up",
                        "--only",
                        "read-model",
                        "--bootstrap",
                        rig.connection().bootstrap())
                .args(
                        "--http-port",
                        "0",
                        "--data-dir",
                        dir.resolve("read-model-" + processes.size()).toString())
                .start(dir.resolve("read-model-" + processes.size() + ".out"));
        processes.add(process);
        process.awaitLine(line -> line.startsWith("Odradek is up"), Eventually.LIMIT);
    }

    private void killDatabase() {
        ProcessHandle.of(postgres.pid()).orElseThrow().destroyForcibly();
        postgres.close();
    }

    /** Each is created, claimed and patched; most are completed, the others given up with an error of their own. */
    private void move(int chunk) {
        List<CompletableFuture<?>> sent = new ArrayList<>();
        try (CommandWriter writer = new CommandWriter(rig.connection())) {
            for (int n = chunk * CHUNK; n < (chunk + 1) * CHUNK; n++) {
                String id = "i%05d".formatted(n);
                String worker = "worker-" + n % 7;
                Token token = new Token(1, "claim-" + n);
                for (Command command : List.of(
                        new Create(NewItem.of(id, "job", Json.parse("{\"n\":" + n + "}")), null),
                        new Claim(id, "status", 1, worker, token.claimId()),
                        new Patch(id, Json.parse("{\"half\":true}")),
                        n % 5 == 0
                                ? new Fail(id, "status", token, worker, Fail.Kind.GIVE_UP, "no page " + n, null)
                                : new Complete(id, "status", token, worker, null, null, List.of(), false))) {
                    sent.add(writer.send(CommandRecord.of(Rig.TENANT, Ids.fresh(), id, command)));
                }
            }
            sent.forEach(Rig::await);
        }
    }

    private long terminal() {
        return facts(new Topics(rig.connection()).read(rig.connection().plan().events())).stream()
                .filter(fact -> fact.event() instanceof Event.Moved moved
                        && List.of("done", "failed").contains(moved.to()))
                .count();
    }

    private List<EventRecord> facts() {
        return facts(events);
    }

    private static List<EventRecord> facts(List<ConsumerRecord<byte[], byte[]>> records) {
        return records.stream()
                .map(record -> Formats.EVENTS.read(record.value()))
                .toList();
    }

    /** Of all topics but those of the change feed, which beats and may tell of rows again. */
    private Map<String, Long> ends() {
        Map<String, Long> ends = new Topics(rig.connection()).ends();
        ends.keySet().removeIf(each -> each.startsWith("t.notifications") || each.startsWith("t.feed-offsets"));
        assertThat(ends.keySet()).contains("t.commands-0", "t.events-0", "t.answers-0");
        return ends;
    }
}
