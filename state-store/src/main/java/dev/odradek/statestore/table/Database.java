package dev.odradek.statestore.table;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.exception.FlywayValidateException;

/** The read model's database: connections to its schema, with the tables this code knows. */
public final class Database implements AutoCloseable {
    static final int OLDEST = 15;
    private static final String MIGRATIONS = "classpath:dev/odradek/statestore/table";

    private final DatabaseConfig config;
    private final HikariDataSource pool;

    private Database(DatabaseConfig config, HikariDataSource pool) {
        this.config = config;
        this.pool = pool;
    }

    /** Returns once the database answers, is new enough, and has the tables. */
    public static Database open(DatabaseConfig config) {
        probe(config);
        HikariConfig settings = new HikariConfig();
        settings.setPoolName("read-model");
        settings.setJdbcUrl(config.url());
        settings.setUsername(config.user());
        settings.setPassword(config.password());
        settings.setMaximumPoolSize(8);
        settings.setMinimumIdle(1);
        settings.setConnectionTimeout(5_000);
        settings.setInitializationFailTimeout(-1);
        settings.setDataSourceProperties(properties(config.schema()));
        HikariDataSource pool = new HikariDataSource(settings);
        Database database = new Database(config, pool);
        try {
            database.prepare();
            return database;
        } catch (FlywayValidateException e) {
            pool.close();
            throw new DatabaseException(
                    "The tables in schema " + config.schema() + " were made by another version of odradek; drop them"
                            + " (DROP SCHEMA " + config.schema() + " CASCADE), or name another schema with"
                            + " odradek.database.schema: they are built again from the events.",
                    e);
        } catch (FlywayException e) {
            pool.close();
            throw DatabaseException.of(config, e);
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    public DatabaseConfig config() {
        return config;
    }

    Connection connect() throws SQLException {
        return pool.getConnection();
    }

    /** What a piece of work on one connection gives; a failure says what to do about it. */
    <T> T with(Work<T> work) {
        try (Connection connection = pool.getConnection()) {
            return work.on(connection);
        } catch (SQLException e) {
            throw DatabaseException.of(config, e);
        }
    }

    /** The same in one transaction: all of it, or nothing. */
    <T> T inTransaction(Work<T> work) {
        return with(connection -> {
            connection.setAutoCommit(false);
            try {
                T result = work.on(connection);
                connection.commit();
                return result;
            } catch (SQLException | RuntimeException e) {
                rollBack(connection, e);
                throw e;
            } finally {
                connection.setAutoCommit(true);
            }
        });
    }

    /** On a connection that is lost this fails too, which must not hide why. */
    private static void rollBack(Connection connection, Exception reason) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            reason.addSuppressed(e);
        }
    }

    /** Something to be done on a connection. */
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    /** Without the pool, which would try again for seconds before it says what is wrong. */
    private static void probe(DatabaseConfig config) {
        Properties properties = properties(config.schema());
        properties.setProperty("user", config.user());
        properties.setProperty("password", config.password());
        try (Connection connection = DriverManager.getConnection(config.url(), properties)) {
            refuseOld(config.url(), connection.getMetaData().getDatabaseMajorVersion());
        } catch (SQLException e) {
            throw DatabaseException.of(config, e);
        }
    }

    static void refuseOld(String url, int version) {
        if (version < OLDEST) {
            throw new DatabaseException(
                    "The database at " + url + " is PostgreSQL " + version + "; the read model needs " + OLDEST
                            + " or later: upgrade it, or name another with " + DatabaseConfig.URL + ".",
                    null);
        }
    }

    private void prepare() {
        Flyway flyway = Flyway.configure(Database.class.getClassLoader())
                .dataSource(pool)
                .locations(MIGRATIONS)
                .schemas(config.schema())
                .defaultSchema(config.schema())
                .createSchemas(true)
                .table("schema_history")
                .load();
        refuseNewer(flyway);
        flyway.migrate();
    }

    private void refuseNewer(Flyway flyway) {
        var newest = flyway.info().all();
        for (var migration : newest) {
            if (migration.getState().isApplied() && !migration.getState().isResolved()) {
                throw new DatabaseException(
                        "The tables in schema " + config.schema() + " are of a newer version ("
                                + migration.getVersion() + ") than this odradek knows; run the newer odradek,"
                                + " or name another schema with odradek.database.schema: it is built from the events.",
                        null);
            }
        }
    }

    private static Properties properties(String schema) {
        Properties properties = new Properties();
        properties.setProperty("currentSchema", schema);
        properties.setProperty("ApplicationName", "odradek");
        properties.setProperty("connectTimeout", "5");
        properties.setProperty("socketTimeout", "60");
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("reWriteBatchedInserts", "true");
        return properties;
    }

    @Override
    public void close() {
        pool.close();
    }
}
