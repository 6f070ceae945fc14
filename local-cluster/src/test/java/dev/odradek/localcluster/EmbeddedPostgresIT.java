package dev.odradek.localcluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("An embedded database")
class EmbeddedPostgresIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    Path dir;

    /** Owns a database until it is killed. */
    static final class Owner {
        private Owner() {}

        public static void main(String[] args) throws InterruptedException, SQLException {
            EmbeddedPostgres postgres = EmbeddedPostgres.start(PostgresConfig.in(Path.of(args[0])));
            remember(postgres, "committed");
            System.out.println("up " + postgres.pid());
            new CountDownLatch(1).await();
        }
    }

    /** What a test that failed halfway has left running. */
    @AfterEach
    void leaveNothing() {
        Postmaster.recordedIn(dir.resolve("postgres"))
                .filter(Postmaster::isRunning)
                .flatMap(server -> ProcessHandle.of(server.pid()))
                .ifPresent(ProcessHandle::destroyForcibly);
    }

    @Test
    @DisplayName("keeps its data and its promise to sync across a restart, and is of the release we name")
    void restart() throws SQLException {
        try (EmbeddedPostgres first = start()) {
            remember(first, "committed");
        }

        try (EmbeddedPostgres second = start()) {
            assertThat(remembered(second)).isEqualTo("committed");
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
            remember(first, "committed");
            ProcessHandle.of(first.pid()).orElseThrow().destroyForcibly();
        }

        try (EmbeddedPostgres second = start()) {
            assertThat(remembered(second)).isEqualTo("committed");
        }
    }

    private EmbeddedPostgres start() {
        return EmbeddedPostgres.start(PostgresConfig.in(dir));
    }

    private static void remember(EmbeddedPostgres postgres, String what) throws SQLException {
        try (Connection connection = connect(postgres);
                Statement statement = connection.createStatement()) {
            statement.execute("create table memory (what text)");
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
