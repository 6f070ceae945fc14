package dev.odradek.localcluster;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The server settings of a small local database that loses nothing it acknowledged. */
final class PostgresSettings {
    private PostgresSettings() {}

    static Map<String, String> of(PostgresConfig config, int port) {
        Map<String, String> settings = new TreeMap<>();
        // Said out loud, though they are the defaults: the promise must not hang on how the server was built.
        settings.put("fsync", "on");
        settings.put("synchronous_commit", "on");
        settings.put("full_page_writes", "on");

        // Changes are read from the log; a reader that went away must not fill the disk.
        settings.put("wal_level", "logical");
        settings.put("max_slot_wal_keep_size", "1GB");
        settings.put("max_replication_slots", "4");
        settings.put("max_wal_senders", "4");

        settings.put("shared_buffers", "64MB");
        settings.put("max_connections", "50");
        settings.put("io_workers", "1");
        settings.put("log_checkpoints", "off");
        settings.put("timezone", "UTC");
        settings.put("log_timezone", "UTC");

        settings.putAll(config.overrides());

        settings.put("port", Integer.toString(port));
        settings.put("listen_addresses", EmbeddedPostgres.HOST);
        // A socket's path has a length limit that a data directory may exceed.
        settings.put("unix_socket_directories", "");
        return settings;
    }

    /** The same as a postgresql.conf. */
    static String file(PostgresConfig config, int port) {
        return of(config, port).entrySet().stream()
                .map(setting -> setting.getKey() + " = '" + quoted(setting.getValue()) + "'\n")
                .collect(Collectors.joining("", "# Written at every start; set these by PostgresConfig.with.\n", ""));
    }

    private static String quoted(String value) {
        return value.replace("\\", "\\\\").replace("'", "''");
    }
}
