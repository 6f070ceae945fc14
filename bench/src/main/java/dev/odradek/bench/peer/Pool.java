package dev.odradek.bench.peer;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.Map;

/** The connections of one process. */
final class Pool {
    private static final int CONNECTIONS = 20;

    private Pool() {}

    static HikariDataSource open(Map<String, String> options) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(options.get("url"));
        config.setUsername(options.get("user"));
        config.setMaximumPoolSize(CONNECTIONS);
        return new HikariDataSource(config);
    }
}
