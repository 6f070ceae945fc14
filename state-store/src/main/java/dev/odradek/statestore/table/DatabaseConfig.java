package dev.odradek.statestore.table;

import dev.odradek.topics.settings.Settings;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * Which PostgreSQL holds the read model, and for how long.
 *
 * @param schema where its tables are; installations that share a database need one each
 * @param keep for how long items that have ended, and the history, stay; zero: for ever
 */
public record DatabaseConfig(String url, String user, String password, String schema, Duration keep) {
    public static final String URL = "odradek.database.url";
    public static final String SCHEMA = "odradek.database.schema";
    public static final String DEFAULT_SCHEMA = "odradek";
    private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]{0,40}");

    public DatabaseConfig {
        if (!url.startsWith("jdbc:postgresql:")) {
            throw new IllegalArgumentException(
                    URL + " must be such as jdbc:postgresql://127.0.0.1:5432/odradek, was " + url);
        }
        if (!NAME.matcher(schema).matches()) {
            throw new IllegalArgumentException(
                    SCHEMA + " must be lower-case letters, digits and _, at most 41, was " + schema);
        }
        if (keep.isNegative()) {
            throw new IllegalArgumentException("odradek.read-model.keep must not be negative, was " + keep);
        }
    }

    public static DatabaseConfig from(Settings settings, String url, String user) {
        String schema = settings.text(SCHEMA, DEFAULT_SCHEMA);
        if (schema.endsWith(Rebuild.NEXT) || schema.endsWith(Rebuild.OLD)) {
            throw new IllegalArgumentException(SCHEMA + " must not end in " + Rebuild.NEXT + " or " + Rebuild.OLD
                    + ", where a rebuild keeps its own tables, was " + schema);
        }
        return new DatabaseConfig(
                settings.text(URL, url),
                settings.text("odradek.database.user", user),
                settings.text("odradek.database.password", ""),
                schema,
                settings.duration("odradek.read-model.keep", Duration.ofDays(90)));
    }

    /** The same database, another schema. */
    DatabaseConfig in(String otherSchema) {
        return new DatabaseConfig(url, user, password, otherSchema, keep);
    }

    /** The password stays out of logs and messages. */
    @Override
    public String toString() {
        return url + " as " + user + ", schema " + schema;
    }
}
