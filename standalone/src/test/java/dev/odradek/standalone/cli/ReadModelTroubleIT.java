package dev.odradek.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.odradek.localcluster.EmbeddedPostgres;
import dev.odradek.localcluster.PostgresConfig;
import dev.odradek.standalone.client.Asking;
import dev.odradek.standalone.client.MachineApply;
import dev.odradek.standalone.service.RunningOdradek;
import dev.odradek.statestore.table.Database;
import dev.odradek.statestore.table.DatabaseConfig;
import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.format.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** One odradek whose database has one fault after the other, each mended while everything else goes on. */
@Tag("full")
class ReadModelTroubleIT {
    private static final Duration LIMIT = Duration.ofSeconds(90);

    @TempDir
    static Path dir;

    private static final List<String> posted = new ArrayList<>();
    private static RunningOdradek odradek;

    @Test
    @DisplayName("whatever is wrong with the database, work goes on, reads say what to change, and all is made up for")
    void oneFaultAfterTheOther() throws Exception {
        int port = freePort();
        String url = "jdbc:postgresql://127.0.0.1:" + port + "/";
        try (SmallDisk disk = SmallDisk.at(dir.resolve("disk"), 40);
                RunningOdradek running = RunningOdradek.in(
                        dir.resolve("data"),
                        Map.of("odradek.database.url", url + "ledger", "odradek.database.user", "clerk"))) {
            odradek = running;
            try (Asking asking = Asking.open(running.connection())) {
                MachineApply.parse(Job.yaml("job", "1h")).to(asking, "default");
            }
            goesOnThough("No database answers at odradek.database.url", "start it");

            try (EmbeddedPostgres postgres = EmbeddedPostgres.start(
                    PostgresConfig.in(dir.resolve("database")).onPort(port))) {
                goesOnThough("does not let user clerk in", "set odradek.database.user and odradek.database.password");

                run(url + "postgres", "CREATE ROLE clerk LOGIN SUPERUSER");
                goesOnThough("database \"ledger\" does not exist", "create it, or correct odradek.database.url");

                ofANewerVersion(url, disk.path());
                goesOnThough("newer version (999)", "odradek.database.schema");

                run(url + "ledger", "DELETE FROM odradek.schema_history WHERE version = '999'");
                goesOnThough("made by another version", "DROP SCHEMA odradek CASCADE");

                run(url + "ledger", "DROP SCHEMA odradek CASCADE");
                everythingIsThere();
                assertThat(health()).isEqualTo("ok\n");

                assumeThat(disk.isSmall())
                        .as("a small disk can be mounted here")
                        .isTrue();
                fillAndFree(disk);
                assertThat(postgres.pid()).isPositive();
            }
        }
    }

    /** In one step, lest it is opened before it has become too new. */
    private static void ofANewerVersion(String url, Path disk) throws SQLException {
        run(url + "postgres", "CREATE DATABASE newer");
        Database.open(new DatabaseConfig(url + "newer", "clerk", "", "odradek", Duration.ZERO))
                .close();
        run(
                url + "newer",
                "INSERT INTO odradek.schema_history (installed_rank, version, description, type, script, installed_by,"
                        + " execution_time, success) VALUES (999, '999', 'to come', 'SQL', 'V999.sql', 'me', 1, true)");
        run(url + "newer", "UPDATE odradek.schema_history SET checksum = 1 WHERE version = '1'");
        run(url + "postgres", "CREATE TABLESPACE small LOCATION '" + disk + "'");
        run(url + "postgres", "CREATE DATABASE ledger TEMPLATE newer TABLESPACE small");
    }

    private static void fillAndFree(SmallDisk disk) throws Exception {
        disk.fill();
        await().atMost(LIMIT).untilAsserted(() -> {
            post(noise(60_000));
            assertThat(health()).startsWith("ok\n").contains("disk is full", "make room");
        });
        CliRun items = odradek("items");
        assertThat(items.exit()).as("old rows are better than none").isZero();
        assertThat(items.out()).contains("This may be old", "disk is full", "make room");
        String token = post(noise(10)).path("token").asString();
        refused(odradek("items", "--after", token), "has not reached the read model", "disk is full");

        disk.free();
        everythingIsThere();
        await().atMost(LIMIT).until(() -> health().equals("ok\n"));
    }

    /** A post is taken, an item is read and claimed; lists and health say what is wrong. */
    private static void goesOnThough(String what, String remedy) throws Exception {
        String id = post("\"x\"").path("id").asString();
        try (Asking asking = Asking.open(odradek.connection())) {
            assertThat(asking.ask("default", id, new Claim(id, "status", 1, "w", "claim-" + id)))
                    .isInstanceOf(Answer.Granted.class);
        }
        await().atMost(LIMIT).untilAsserted(() -> refused(odradek("items"), what, remedy));
        refused(odradek("queues"), what, remedy);
        CliRun item = odradek("item", id);
        assertThat(item.exit()).isZero();
        assertThat(item.out()).contains("status: working, held by w", "history is not to be had", what);
        assertThat(health()).startsWith("ok\n").contains(what, remedy);
    }

    private static void everythingIsThere() {
        await().atMost(LIMIT).untilAsserted(() -> {
            JsonNode page =
                    Json.parse(odradek("items", "--limit", "1000", "--json").out());
            assertThat(page.path("items").values().stream()
                            .map(item -> item.path("id").asString()))
                    .containsExactlyInAnyOrderElementsOf(posted);
        });
    }

    private static JsonNode post(String json) {
        CliRun run = odradek("post", "job", "--payload", "{\"x\": " + json + "}", "--json");
        assertThat(run.err()).isEmpty();
        JsonNode answer = Json.parse(run.out());
        posted.add(answer.path("id").asString());
        return answer;
    }

    /** Not to be compressed. */
    private static String noise(int length) {
        Random random = new Random(posted.size());
        StringBuilder text = new StringBuilder("\"");
        random.ints(length, 'A', 'Z').forEach(c -> text.append((char) (random.nextBoolean() ? c : c + 32)));
        return text.append('"').toString();
    }

    private static void refused(CliRun run, String... parts) {
        assertThat(run.err()).contains(parts);
        assertThat(run.exit()).isEqualTo(4);
        assertThat(run.err().strip().lines()).hasSize(1);
        assertThat(run.out()).isEmpty();
    }

    private static String health() throws IOException, InterruptedException {
        HttpResponse<String> response = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(odradek.url() + "/healthz"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body();
    }

    private static void run(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, "postgres", "");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }

    private static CliRun odradek(String... args) {
        List<String> all = new ArrayList<>(Arrays.asList(args));
        all.addAll(List.of("--data-dir", dir.resolve("data").toString()));
        return CliRun.of(all.toArray(String[]::new));
    }
}
