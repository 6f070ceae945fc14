package dev.odradek.statestore.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.odradek.localcluster.EmbeddedPostgres;
import dev.odradek.localcluster.PostgresConfig;
import dev.odradek.statestore.StateStoreService;
import dev.odradek.statestore.broker.Cluster;
import dev.odradek.statestore.read.Alarms;
import dev.odradek.statestore.read.Views;
import dev.odradek.topics.route.Conversation;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A read model whose database or log is not what it was")
class PutBackIT {
    private static final Views VIEWS = new Views(Alarms.NONE, 2);

    @TempDir
    Path dir;

    @Test
    @DisplayName(
            "reads again what a database put back has lost; is not rebuilt from half a log, nor over others' tables")
    void putBack() throws Exception {
        try (Cluster cluster = Cluster.start(dir, 2);
                StateStoreService store = cluster.stateStore();
                Conversation talk = cluster.conversation();
                EmbeddedPostgres postgres = EmbeddedPostgres.start(PostgresConfig.in(dir.resolve("database")))) {
            DatabaseConfig config =
                    new DatabaseConfig(postgres.jdbcUrl(), postgres.user(), "", "odradek", Duration.ZERO);
            cluster.define(talk, "ping.yaml");
            Cluster.create(talk, "ping", "a");
            assertThat(store.isRunning()).isTrue();
            try (ReadModelService service =
                            ReadModelService.start(cluster.connection(), config, new SimpleMeterRegistry());
                    Database database = Database.open(config)) {
                awaitItem(service, "a");
                run(database, "CREATE TABLE public.before AS TABLE progress");
                Cluster.create(talk, "ping", "b");
                awaitItem(service, "b");

                run(database, """
                        DELETE FROM items WHERE id = 'b';
                        DELETE FROM axes WHERE item_id = 'b';
                        DELETE FROM history WHERE entity_id = 'b';
                        DELETE FROM progress;
                        INSERT INTO progress TABLE public.before""");
                // Whatever comes next on b's partition shows what is missing.
                for (String later : new String[] {"c", "d", "e", "f", "g", "h"}) {
                    Cluster.create(talk, "ping", later);
                    awaitItem(service, later);
                }
                awaitItem(service, "b");

                run(database, "CREATE SCHEMA odradek_old; CREATE TABLE odradek_old.theirs (id int)");
                Rebuild rebuild = new Rebuild(cluster.connection(), config, (done, all) -> {});
                assertThatThrownBy(rebuild::run).hasMessageContaining("odradek_old is in the way");
                assertThat(count(database, "SELECT count(*) FROM odradek_old.theirs"))
                        .isZero();
                run(database, "DROP SCHEMA odradek_old CASCADE");

                loseBeginning(cluster);
                assertThatThrownBy(rebuild::run).hasMessageContainingAll("no longer has its beginning", "--anyway");
                awaitItem(service, "b");
                rebuild.evenIncomplete().run();
                await().atMost(Duration.ofSeconds(60))
                        .untilAsserted(() -> assertThat(service.readModel(VIEWS).item(Cluster.TENANT, "b"))
                                .isEmpty());
            }
        }
    }

    private static void awaitItem(ReadModelService service, String id) {
        await().atMost(Duration.ofSeconds(60))
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(service.readModel(VIEWS).item(Cluster.TENANT, id))
                        .isPresent());
    }

    private static void loseBeginning(Cluster cluster) throws Exception {
        String events = cluster.connection().plan().events();
        try (Admin admin = Admin.create(cluster.connection().clientProperties())) {
            admin.deleteRecords(Map.of(0, -1L, 1, -1L).entrySet().stream()
                            .collect(Collectors.toMap(
                                    each -> new TopicPartition(events, each.getKey()),
                                    each -> RecordsToDelete.beforeOffset(each.getValue()))))
                    .all()
                    .get();
        }
    }

    private static void run(Database database, String sql) {
        database.inTransaction(connection -> {
            try (Statement statement = connection.createStatement()) {
                return statement.execute(sql);
            }
        });
    }

    private static long count(Database database, String sql) {
        return database.with(connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet found = statement.executeQuery(sql)) {
                found.next();
                return found.getLong(1);
            }
        });
    }
}
