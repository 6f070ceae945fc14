package dev.odradek.bench.peer;

import dev.odradek.bench.agent.Driver;
import dev.odradek.bench.measure.MeasureException;
import dev.odradek.localcluster.EmbeddedPostgres;
import dev.odradek.localcluster.PostgresConfig;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/** A system that needs nothing but PostgreSQL: a new one each time, which syncs every commit. */
final class PostgresServer implements JavaServer {
    /** As the rows of such systems say it. */
    static final String SETTINGS =
            "PostgreSQL 18, fsync and synchronous_commit on, 256 MB of shared buffers, ANALYZE after the bulk enqueue";

    private final EmbeddedPostgres postgres;
    private final JavaAgents agents;
    private final Thread stopOnExit;

    private PostgresServer(EmbeddedPostgres postgres, JavaAgents agents) {
        this.postgres = postgres;
        this.agents = agents;
        this.stopOnExit = new Thread(postgres::close, "stop-postgres");
        Runtime.getRuntime().addShutdownHook(stopOnExit);
    }

    /** @param options for the driver, which is also told {@code url} and {@code user} */
    static PostgresServer start(Path dir, Class<? extends Driver> driver, Map<String, String> options) {
        EmbeddedPostgres postgres = EmbeddedPostgres.start(PostgresConfig.in(dir.resolve("database"))
                .with("shared_buffers", "256MB")
                .with("max_connections", "120"));
        Map<String, String> all = new HashMap<>(options);
        all.put("url", postgres.jdbcUrl());
        all.put("user", postgres.user());
        return new PostgresServer(postgres, new JavaAgents(driver, all, dir));
    }

    String jdbcUrl() {
        return postgres.jdbcUrl();
    }

    @Override
    public JavaAgents agents() {
        return agents;
    }

    /**
     * As "Populating a Database" of its documentation says. Otherwise the planner may believe what autovacuum saw last,
     * an empty table, and db-scheduler's lock-and-fetch is a nested loop then that picks its jobs anew for every row.
     */
    @Override
    public void loaded() {
        try (Connection connection = DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), "");
                Statement statement = connection.createStatement()) {
            statement.execute("analyze");
        } catch (SQLException e) {
            throw new MeasureException("the tables could not be analyzed: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        postgres.close();
        Runtime.getRuntime().removeShutdownHook(stopOnExit);
    }
}
