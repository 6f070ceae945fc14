package dev.odradek.localcluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** One start of the server on a prepared directory, repeated while what hinders it is passing. */
final class PostgresLaunch {
    private static final Duration PASSING = Duration.ofSeconds(10);
    private static final Duration RECOVERY = Duration.ofMinutes(5);
    private static final long POLL_MILLIS = 10;
    private static final int LAST_WORDS = 2_000;

    /** A port taken since it was probed, backends that outlive a killed server, a start that outlives its JVM. */
    private static final List<String> PASSING_FAULTS =
            List.of("Address already in use", "pre-existing shared memory block", "lock file \"postmaster.pid\"");

    private final PostgresConfig config;
    private final Path folder;
    private final Path logFile;
    private final PostgresPrograms programs;

    private record Attempt(Optional<Postmaster> server, String said) {}

    PostgresLaunch(PostgresConfig config, Path folder, PostgresPrograms programs) {
        this.config = config;
        this.folder = folder;
        this.logFile = folder.resolveSibling("postgres.log");
        this.programs = programs;
    }

    Postmaster launch() {
        long deadline = System.nanoTime() + PASSING.toNanos();
        try {
            while (true) {
                Postmaster.clear(folder, programs);
                Attempt attempt = attempt();
                if (attempt.server().isPresent()) return attempt.server().get();
                boolean passing = PASSING_FAULTS.stream().anyMatch(attempt.said()::contains);
                if (!passing || System.nanoTime() - deadline > 0) throw failed(attempt.said());
            }
        } catch (IOException e) {
            throw new LocalClusterException(
                    "The directory " + folder + " cannot be written (" + e
                            + "); make it writable or choose another data directory.",
                    e);
        }
    }

    private Attempt attempt() throws IOException {
        int port = Ports.canHave(EmbeddedPostgres.HOST, config.port(), config.portFallback())
                ? config.port()
                : Ports.free(EmbeddedPostgres.HOST, 1).get(0);
        Files.writeString(folder.resolve("postgresql.conf"), PostgresSettings.file(config, port));
        if (Files.exists(logFile)) {
            Files.move(logFile, logFile.resolveSibling("postgres.log.1"), StandardCopyOption.REPLACE_EXISTING);
        }
        // By pg_ctl, not as our child: it gives the server a session of its own, so that a Ctrl-C at the terminal
        // reaches us alone and the database is there until we close it.
        Process pgCtl = programs.start(
                "pg_ctl",
                List.of(
                        "start",
                        "--silent",
                        "--wait",
                        "--timeout=" + RECOVERY.toSeconds(),
                        "--pgdata=" + folder,
                        "--log=" + logFile));
        // It looks ten times a second; we look more often, and it tells us if there is nothing left to wait for.
        Optional<Postmaster> server = ready(port);
        while (server.isEmpty() && !ended(pgCtl)) server = ready(port);
        if (server.isEmpty()) server = ready(port);
        return new Attempt(server, server.isPresent() ? "" : lastWords(pgCtl));
    }

    /** The server's, then those of pg_ctl, which may not even have come to start it. */
    private String lastWords(Process pgCtl) throws IOException {
        String said = Files.exists(logFile) ? Files.readString(logFile) : "";
        return said.substring(Math.max(0, said.length() - LAST_WORDS)) + PostgresPrograms.said(pgCtl);
    }

    private Optional<Postmaster> ready(int port) {
        return Postmaster.recordedIn(folder).filter(server -> server.port() == port && server.isReady());
    }

    private static boolean ended(Process process) {
        try {
            return process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for PostgreSQL", e);
        }
    }

    private LocalClusterException failed(String said) throws IOException {
        // A server that is still recovering would be nobody's.
        Postmaster.clear(folder, programs);
        return new LocalClusterException("PostgreSQL on " + folder
                + " did not start; mend what its log in " + logFile + " says, or start on an empty data directory."
                + programs.ifRoot() + " Last words: " + said);
    }
}
