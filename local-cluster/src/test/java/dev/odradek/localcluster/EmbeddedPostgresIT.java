package dev.odradek.localcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("An embedded database")
class EmbeddedPostgresIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** One for all tests, since making a database takes longer than anything they do with it. */
    @TempDir
    static Path dir;

    @TempDir
    Path fresh;

    /** Owns a database until it is killed. */
    static final class Owner {
        private Owner() {}

        public static void main(String[] args) throws InterruptedException, SQLException {
            EmbeddedPostgres postgres = EmbeddedPostgres.start(PostgresConfig.in(Path.of(args[0])));
            remember(postgres, "by the owner");
            System.out.println("up " + postgres.pid());
            new CountDownLatch(1).await();
        }
    }

    /** What a test that failed halfway has left running. */
    @AfterEach
    void leaveNothing() {
        Stream.of(dir, fresh)
                .flatMap(data -> Postmaster.recordedIn(data.resolve("postgres")).stream())
                .filter(Postmaster::isRunning)
                .flatMap(server -> ProcessHandle.of(server.pid()).stream())
                .forEach(ProcessHandle::destroyForcibly);
    }

    @Test
    @DisplayName("keeps its data and its promise to sync across a restart, and is of the release we name")
    void restart() throws SQLException {
        try (EmbeddedPostgres first = start()) {
            remember(first, "before the restart");
        }

        try (EmbeddedPostgres second = start()) {
            assertThat(remembered(second)).isEqualTo("before the restart");
            assertThat(ask(second, "show fsync")).isEqualTo("on");
            assertThat(ask(second, "show synchronous_commit")).isEqualTo("on");
            assertThat(ask(second, "show wal_level")).isEqualTo("logical");
            assertThat(ask(second, "show listen_addresses")).isEqualTo("127.0.0.1");
            assertThat(PostgresBinaries.VERSION).isEqualTo(ask(second, "show server_version") + ".0");
        }
    }

    @Test
    @DisplayName("recovers what was committed after its server was killed by SIGKILL")
    void serverKilled() throws SQLException {
        try (EmbeddedPostgres first = start()) {
            remember(first, "before the kill");
            ProcessHandle.of(first.pid()).orElseThrow().destroyForcibly();
        }

        try (EmbeddedPostgres second = start()) {
            assertThat(remembered(second)).isEqualTo("before the kill");
        }
    }

    @Test
    @DisplayName("is back by itself on the same port, as often as its server is killed by SIGKILL")
    void backByItself() throws SQLException {
        try (EmbeddedPostgres postgres = start()) {
            int port = postgres.port();
            remember(postgres, "before the kills");

            for (int kill = 0; kill < 2; kill++) {
                long killed = postgres.pid();
                ProcessHandle.of(killed).orElseThrow().destroyForcibly();

                await().atMost(LIMIT).until(() -> postgres.pid() != killed && postgres.isRunning());
                assertThat(postgres.port()).isEqualTo(port);
                assertThat(remembered(postgres)).isEqualTo("before the kills");
            }
        }
        assertThat(dir.resolve("postgres.pid"))
                .as("nobody takes our pid for PostgreSQL's")
                .doesNotExist();
    }

    @Test
    @DisplayName("is refused to others while its owner lives, and stopped for them once the owner was killed")
    void ownerKilled() throws SQLException {
        try (JavaProcess owner = owner(dir)) {
            String up = owner.awaitLine(line -> line.startsWith("up "), LIMIT);
            ProcessHandle orphan = ProcessHandle.of(Long.parseLong(up.substring("up ".length())))
                    .orElseThrow();

            assertThatThrownBy(this::start)
                    .isInstanceOf(LocalClusterException.class)
                    .hasMessage(
                            "The data directory %s is in use by process %d; stop that process or choose another"
                                    + " data directory.",
                            dir, owner.pid());
            owner.kill();
            assertThat(orphan.isAlive()).isTrue();

            try (EmbeddedPostgres second = start()) {
                assertThat(second.pid()).isNotEqualTo(orphan.pid());
                assertThat(remembered(second)).isEqualTo("by the owner");
            }
        }
    }

    @Test
    @DisplayName("is refused a second time to the process that has it")
    void twiceHere() {
        try (EmbeddedPostgres ours = start()) {
            assertThat(ours.tookAnotherPort()).isFalse();

            assertThatThrownBy(this::start)
                    .isInstanceOf(LocalClusterException.class)
                    .hasMessageContaining(
                            "is in use by process " + ProcessHandle.current().pid());
        }
    }

    @Test
    @DisplayName("takes another port if the preferred one is taken, and says so")
    void preferredPortTaken() throws IOException, SQLException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
                EmbeddedPostgres postgres =
                        EmbeddedPostgres.start(PostgresConfig.in(dir).preferringPort(taken.getLocalPort()))) {
            assertThat(postgres.tookAnotherPort()).isTrue();
            assertThat(postgres.port()).isNotEqualTo(taken.getLocalPort()).isPositive();
            assertThat(ask(postgres, "show port")).isEqualTo(Integer.toString(postgres.port()));
        }
    }

    @Test
    @DisplayName("starts though a process that is no server has the pid of a killed one")
    void pidUsedAgain() throws IOException {
        start().close();
        Path folder = dir.toRealPath().resolve("postgres");
        Files.writeString(
                folder.resolve("postmaster.pid"),
                ProcessHandle.current().pid() + "\n" + folder + "\n1\n5432\n\n127.0.0.1\n1 1\nready\n");

        try (EmbeddedPostgres postgres = start()) {
            assertThat(postgres.pid()).isNotEqualTo(ProcessHandle.current().pid());
        }
    }

    @Test
    @DisplayName("is made anew where its making was cut short by a kill of its owner")
    void killedWhileMade() {
        try (JavaProcess owner = owner(fresh)) {
            await().atMost(LIMIT).until(() -> holdsUnfinished(fresh));
            owner.kill();
        }

        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(PostgresConfig.in(fresh))) {
            assertThat(ProcessHandle.of(postgres.pid())).isPresent();
        }
    }

    @Test
    @DisplayName("of another major version is refused with what was found, what was expected and the ways out")
    void otherMajor() throws IOException {
        Files.writeString(Files.createDirectory(fresh.resolve("postgres")).resolve("PG_VERSION"), "17\n");

        assertThatThrownBy(() -> EmbeddedPostgres.start(PostgresConfig.in(fresh)))
                .isInstanceOf(LocalClusterException.class)
                .hasMessageContaining("holds a database of PostgreSQL 17, expected 18; choose another data directory")
                .hasMessageContaining("odradek.database.url");
    }

    @Test
    @DisplayName("with a setting the server refuses does not start, and says what the server said")
    void wrongSetting() {
        assertThatThrownBy(() -> EmbeddedPostgres.start(PostgresConfig.in(dir).with("shared_buffers", "a lot")))
                .isInstanceOf(LocalClusterException.class)
                .hasMessageContaining("did not start")
                .hasMessageContaining("invalid value for parameter \"shared_buffers\": \"a lot\"");
    }

    private EmbeddedPostgres start() {
        return EmbeddedPostgres.start(PostgresConfig.in(dir));
    }

    private JavaProcess owner(Path data) {
        return JavaProcess.of(Owner.class).small(64).args(data.toString()).start(fresh.resolve("owner.out"));
    }

    /** Begun, but not at its end. */
    private static boolean holdsUnfinished(Path data) throws IOException {
        try (Stream<Path> files = Files.list(data)) {
            return files.anyMatch(file -> file.getFileName().toString().startsWith("postgres.initdb-")
                    && Files.exists(file.resolve("PG_VERSION")));
        }
    }

    private static void remember(EmbeddedPostgres postgres, String what) throws SQLException {
        try (Connection connection = connect(postgres);
                Statement statement = connection.createStatement()) {
            statement.execute("create table if not exists memory (what text)");
            statement.execute("truncate memory");
            statement.execute("insert into memory values ('" + what + "')");
        }
    }

    private static String remembered(EmbeddedPostgres postgres) throws SQLException {
        return ask(postgres, "select what from memory");
    }

    private static String ask(EmbeddedPostgres postgres, String question) throws SQLException {
        try (Connection connection = connect(postgres);
                Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(question)) {
            assertThat(answer.next()).isTrue();
            return answer.getString(1);
        }
    }

    private static Connection connect(EmbeddedPostgres postgres) throws SQLException {
        return DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), null);
    }
}
