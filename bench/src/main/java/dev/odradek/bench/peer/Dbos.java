package dev.odradek.bench.peer;

import dev.odradek.bench.figure.Row;
import dev.odradek.bench.figure.Survival;
import dev.odradek.bench.measure.Recovery;
import dev.odradek.bench.measure.Server;
import dev.odradek.bench.measure.Subject;
import dev.odradek.bench.measure.Tuning;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** DBOS Transact for Java on PostgreSQL. */
final class Dbos implements Subject {
    @Override
    public Row row() {
        return new Row(
                "dbos",
                "DBOS " + Versions.of("transact") + " (Java)",
                false,
                Survival.SYNCED,
                "one queue, 200 at a time a worker, poll every 100 ms, 20 connections a process; three stages are three"
                        + " steps of one workflow; " + PostgresServer.SETTINGS
                        + "; W4: the same executor started again",
                Optional.empty(),
                Map.of(),
                List.of());
    }

    @Override
    public boolean hasBulk() {
        return false;
    }

    @Override
    public Recovery recovery() {
        return Recovery.BY_RESTART;
    }

    @Override
    public Server start(Path dir, Tuning tuning) {
        PostgresServer server = PostgresServer.start(dir, DbosDriver.class, Map.of());
        // Its tables are made by the first worker; a client that comes before has nothing to write to.
        try {
            server.worker(Map.of()).close();
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
        return server;
    }
}
