package dev.odradek.statestore.table;

import static org.assertj.core.api.Assertions.assertThat;
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
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A read model that was built from another log")
class OtherLogIT {
    @TempDir
    Path dir;

    @Test
    @DisplayName("says so and stands still, and is whole again when it has been rebuilt")
    void standsStill() {
        try (Cluster cluster = Cluster.start(dir, 2);
                StateStoreService store = cluster.stateStore();
                Conversation talk = cluster.conversation();
                EmbeddedPostgres postgres = EmbeddedPostgres.start(PostgresConfig.in(dir.resolve("database")))) {
            DatabaseConfig config =
                    new DatabaseConfig(postgres.jdbcUrl(), postgres.user(), "", "odradek", Duration.ZERO);
            cluster.define(talk, "ping.yaml");
            Cluster.create(talk, "ping", "a");
            assertThat(store.isRunning()).isTrue();
            try (Database database = Database.open(config)) {
                database.with(connection -> {
                    try (Statement statement = connection.createStatement()) {
                        return statement.executeUpdate("INSERT INTO progress VALUES ('"
                                + cluster.connection().plan().events() + "', 0, 1000000, 1000000)");
                    }
                });
            }

            try (ReadModelService service =
                    ReadModelService.start(cluster.connection(), config, new SimpleMeterRegistry())) {
                await().atMost(Duration.ofSeconds(60))
                        .untilAsserted(() -> assertThat(service.trouble())
                                .contains("built from another log", "1000000", "./odradek replay read-model"));

                new Rebuild(cluster.connection(), config, (done, all) -> {}).run();

                Views views = new Views(Alarms.NONE, 2);
                await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                    assertThat(service.trouble()).isNull();
                    assertThat(service.readModel(views).item(Cluster.TENANT, "a"))
                            .isPresent();
                });
                Cluster.create(talk, "ping", "b");
                await().atMost(Duration.ofSeconds(60))
                        .untilAsserted(() -> assertThat(service.readModel(views).item(Cluster.TENANT, "b"))
                                .isPresent());
            }
        }
    }
}
