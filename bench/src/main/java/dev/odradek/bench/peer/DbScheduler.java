package dev.odradek.bench.peer;

import dev.odradek.bench.figure.Row;
import dev.odradek.bench.figure.Survival;
import dev.odradek.bench.measure.Recovery;
import dev.odradek.bench.measure.Server;
import dev.odradek.bench.measure.Subject;
import dev.odradek.bench.measure.Tuning;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** db-scheduler on PostgreSQL. */
final class DbScheduler implements Subject {
    /** As its documentation has it. */
    private static final List<String> TABLE = List.of(
            """
            create table scheduled_tasks (
              task_name text not null, task_instance text not null, task_data bytea,
              execution_time timestamp with time zone not null, picked boolean not null, picked_by text,
              last_success timestamp with time zone, last_failure timestamp with time zone,
              consecutive_failures int, last_heartbeat timestamp with time zone, version bigint not null,
              priority smallint, primary key (task_name, task_instance))
            """,
            "create index on scheduled_tasks (execution_time)",
            "create index on scheduled_tasks (last_heartbeat)");

    @Override
    public Row row() {
        return new Row(
                "db-scheduler",
                "db-scheduler " + Versions.of("db-scheduler"),
                false,
                Survival.SYNCED,
                "50 threads, poll every 100 ms with lock-and-fetch, immediate execution, 20 connections a process; "
                        + PostgresServer.SETTINGS + "; W4 lowest: heartbeat 1 s, 4 missed",
                Optional.empty(),
                Map.of(),
                List.of());
    }

    @Override
    public Server start(Path dir, Tuning tuning) throws SQLException {
        Map<String, String> options = new HashMap<>();
        if (tuning == Tuning.QUICK_RECOVERY) {
            options.put("heartbeat-ms", "1000");
        }
        PostgresServer server = PostgresServer.start(dir, DbSchedulerDriver.class, options);
        try (Connection connection = DriverManager.getConnection(server.jdbcUrl(), "postgres", "");
                Statement statement = connection.createStatement()) {
            for (String sql : TABLE) {
                statement.execute(sql);
            }
            return server;
        } catch (SQLException e) {
            server.close();
            throw e;
        }
    }

    @Override
    public Recovery recovery() {
        return Recovery.byAnotherAfter("30 min by its documentation (heartbeat 5 min, 6 missed)");
    }
}
