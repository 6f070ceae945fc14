package dev.odradek.topics.command;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * A command as it stands in the log.
 *
 * @param id unique per wish: the same id a second time changes nothing
 * @param partitionKey what decided the partition this record stands on
 */
public record CommandRecord(
        int schema,
        String tenant,
        String id,
        String partitionKey,
        @Nullable Asker asker,
        Command command) {
    public static final int SCHEMA = 1;

    public CommandRecord {
        requireNonNull(tenant, "tenant");
        requireNonNull(id, "id");
        requireNonNull(partitionKey, "partition_key");
        requireNonNull(command, "command");
    }

    public static CommandRecord of(String tenant, String id, String partitionKey, Command command) {
        return new CommandRecord(SCHEMA, tenant, id, partitionKey, null, command);
    }

    public CommandRecord askedBy(Asker who) {
        return new CommandRecord(schema, tenant, id, partitionKey, who, command);
    }
}
