package dev.odradek.topics.event;

import static java.util.Objects.requireNonNull;

/**
 * That a row of the read model has changed, as it stands on {@code notifications}; never what is in it.
 *
 * @param table {@link #ITEMS} or {@link #QUEUES}; a reader skips what it does not know
 * @param id the item's id, or the queue's name
 * @param version only grows: whoever knows this one or a later one of the row drops the notification
 * @param lsn where in the database's log the change stands
 * @param committedAt by the database's clock, in epoch milliseconds
 * @param snapshot whether the row was looked up because changes may have been missed, and need not have changed
 */
public record NotificationRecord(
        int schema,
        String table,
        String tenant,
        String id,
        int partition,
        long version,
        long lsn,
        long committedAt,
        boolean snapshot) {
    public static final int SCHEMA = 1;
    public static final String ITEMS = "items";
    public static final String QUEUES = "queues";

    public NotificationRecord {
        requireNonNull(table, "table");
        requireNonNull(tenant, "tenant");
        requireNonNull(id, "id");
    }

    /** The row's key as text: {@code item/<tenant>/<id>/<partition>}, or the same of a queue. */
    public String key() {
        String kind = table.endsWith("s") ? table.substring(0, table.length() - 1) : table;
        return kind + "/" + tenant + "/" + id + "/" + partition;
    }
}
