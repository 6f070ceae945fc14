package dev.odradek.localcluster;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real PostgreSQL server of its own processes; ready when {@link #start} returns, its data kept when it is closed.
 * Until then a server that dies is started again, on the same port.
 *
 * <p>Only zonky's archives are used, not its library: that switches fsync off, ends the server by a shutdown hook of
 * its own while ours may still be writing, and does not tell a live owner of a data directory from a killed one.
 */
public final class EmbeddedPostgres implements AutoCloseable {
    static final String HOST = "127.0.0.1";
    static final String USER = "postgres";

    private static final Logger log = LoggerFactory.getLogger(EmbeddedPostgres.class);

    private final PostgresConfig config;
    private final DataDirectory data;
    private final PostgresPrograms programs;
    private final PostgresWatch watch;

    private EmbeddedPostgres(PostgresConfig config, DataDirectory data, PostgresPrograms programs, Postmaster server) {
        this.config = config;
        this.data = data;
        this.programs = programs;
        this.watch = PostgresWatch.over(
                server, dead -> new PostgresLaunch(config.onPort(dead.port()), data.folder(), programs).launch());
    }

    /** Starts on an empty or an earlier data directory, or says in one sentence what to change. */
    public static EmbeddedPostgres start(PostgresConfig config) {
        DataDirectory data = DataDirectory.lock(config.dataDir(), "postgres", "postgres");
        try {
            PostgresPrograms programs = new PostgresPrograms(PostgresBinaries.unpacked(config));
            PostgresFolder.prepare(data.folder(), programs);
            Postmaster server = new PostgresLaunch(config, data.folder(), programs).launch();
            EmbeddedPostgres postgres = new EmbeddedPostgres(config, data, programs, server);
            log.atInfo().addKeyValue("url", postgres.jdbcUrl()).log("database is up");
            return postgres;
        } catch (RuntimeException | Error e) {
            data.close();
            throw e;
        }
    }

    /** The database every server has; connect as {@link #user} without a password. */
    public String jdbcUrl() {
        return "jdbc:postgresql://" + HOST + ":" + port() + "/postgres";
    }

    /** The superuser. */
    public String user() {
        return USER;
    }

    /** The port it took, whatever was asked for. */
    public int port() {
        return watch.server().port();
    }

    /** Whether the preferred port was taken by someone else. */
    public boolean tookAnotherPort() {
        return config.port() != 0 && config.port() != port();
    }

    /** The server's first process, the parent of its others; another one after it has died. */
    public long pid() {
        return watch.server().pid();
    }

    /** Whether there is a server just now; one that has died is being started again. */
    public boolean isRunning() {
        return watch.server().isRunning();
    }

    /** Ends its connections, rolls their transactions back and stops; a second call does nothing. */
    @Override
    public void close() {
        watch.close();
        try {
            watch.server().stop(programs);
        } finally {
            data.close();
        }
    }
}
