package dev.odradek.statestore.table;

import dev.odradek.statestore.projection.AxisRow;
import dev.odradek.statestore.projection.Fact;
import dev.odradek.statestore.projection.FailureSeen;
import dev.odradek.statestore.projection.Fold;
import dev.odradek.statestore.projection.HistoryRow;
import dev.odradek.statestore.projection.ItemRow;
import dev.odradek.statestore.projection.Known;
import dev.odradek.statestore.projection.Minute;
import dev.odradek.statestore.projection.Place;
import dev.odradek.statestore.projection.QueueChange;
import dev.odradek.statestore.projection.Touch;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Lease;
import dev.odradek.topics.format.Json;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes what facts make of the tables: one statement per table, however many facts there are.
 *
 * <p>Facts that are in already are passed over, so that whoever reads them twice changes nothing.
 */
final class TableWriter {
    /** Longer than any name the core accepts: only what it has refused is cut. */
    private static final int LONGEST_NAME = 255;

    private final String schema;
    private final Progress progress;

    TableWriter(String schema, String events) {
        this.schema = schema;
        this.progress = new Progress(events);
    }

    /**
     * Writes facts by partition, each in the order of its offsets, within the connection's transaction.
     *
     * @return how many were new
     */
    int write(Connection connection, SortedMap<Integer, List<Fact>> facts) throws SQLException {
        Gate.enter(connection, schema);
        Rows rows = new Rows();
        int written = 0;
        for (Map.Entry<Integer, List<Fact>> each : facts.entrySet()) {
            int partition = each.getKey();
            long next = progress.lock(connection, partition);
            List<Fact> fresh = each.getValue().stream()
                    .filter(fact -> fact.offset() >= next)
                    .toList();
            if (!fresh.isEmpty()) {
                rows.add(partition, Fold.of(fresh, Stored.fetch(connection, partition, Known.Asked.of(fresh))));
                Fact last = fresh.get(fresh.size() - 1);
                progress.advance(connection, partition, last.offset() + 1, last.wholeUpTo());
                written += fresh.size();
            }
        }
        rows.write(connection);
        return written;
    }

    Progress progress() {
        return progress;
    }

    /** The rows of all tables that one transaction writes. */
    private static final class Rows {
        private final CopyText history = new CopyText();
        private final Columns machines = new Columns("text", "text", "int4", "text");
        private final Columns items = new Columns(
                "text", "text", "int4", "text", "int4", "text", "text", "text", "int8", "int8", "int8", "int8");
        private final Columns touched = new Columns("text", "text", "int4", "text", "int8", "int8", "int8");
        private final Columns axes = new Columns(
                "text", "text", "int4", "text", "text", "text", "text", "int8", "int4", "text", "text", "text", "text",
                "text", "text", "text", "text", "int8", "int8", "int8");
        private final Columns queues = new Columns("text", "text", "int4", "int8", "int8", "int8", "int8", "int8");
        private final Columns pauses = new Columns("text", "text", "int4", "bool", "text");
        private final Columns minutes =
                new Columns("text", "text", "int4", "int8", "int8", "int8", "int8", "int8", "int8");
        private final Columns failures = new Columns(
                "text", "text", "text", "text", "int4", "text", "text", "text", "int8", "int8", "int8", "int8");

        void add(int partition, Fold fold) {
            fold.history().forEach(row -> history(partition, row));
            fold.machines().forEach(fact -> machine(fact.record()));
            fold.created().forEach(row -> item(partition, row));
            fold.touched().forEach(touch -> touch(partition, touch));
            fold.axes().forEach(row -> axis(partition, row));
            fold.queues().forEach(change -> queue(partition, change));
            fold.minutes().forEach(minute -> minute(partition, minute));
            fold.failures().forEach(seen -> failure(partition, seen));
        }

        void write(Connection connection) throws SQLException {
            history.into(connection, "history");
            machines.run(connection, Sql.MACHINES);
            items.run(connection, Sql.ITEMS);
            touched.run(connection, Sql.TOUCHED);
            axes.run(connection, Sql.AXES);
            queues.run(connection, Sql.QUEUES);
            pauses.run(connection, Sql.PAUSES);
            minutes.run(connection, Sql.MINUTES);
            failures.run(connection, Sql.FAILURES);
        }

        private void history(int partition, HistoryRow row) {
            EventRecord fact = row.fact();
            HistoryRow.Move move = row.move();
            history.add(partition)
                    .add(row.offset())
                    .add(cut(fact.tenant()))
                    .add(cut(fact.entityId()))
                    .add(fact.event().getClass().getSimpleName())
                    .add(move.machine())
                    .add(move.axis())
                    .add(move.from())
                    .add(move.to())
                    .add(move.why() == null ? null : lower(move.why()))
                    .add(move.epoch())
                    .add(move.attempt())
                    .add(move.holder())
                    .add(move.error())
                    .add(fact.commandId())
                    .add(fact.cause())
                    .time(fact.ts())
                    .add(row.details() == null ? null : Json.mapper().writeValueAsString(row.details()))
                    .endRow();
        }

        private void machine(EventRecord fact) {
            if (fact.event() instanceof Event.Defined defined) {
                machines.add(
                        fact.tenant(),
                        defined.machine(),
                        defined.version(),
                        defined.definition().toString());
            }
        }

        private void item(int partition, ItemRow row) {
            items.add(
                    row.key().tenant(),
                    row.key().id(),
                    partition,
                    row.machine(),
                    row.machineVersion(),
                    row.partitionKey(),
                    row.parent(),
                    row.payload().toString(),
                    row.payloadVersion(),
                    row.createdAt(),
                    row.updatedAt(),
                    row.version());
        }

        private void touch(int partition, Touch touch) {
            touched.add(
                    touch.key().tenant(),
                    touch.key().id(),
                    partition,
                    touch.payload() == null ? null : touch.payload().toString(),
                    touch.payloadVersion(),
                    touch.updatedAt(),
                    touch.version());
        }

        private void axis(int partition, AxisRow row) {
            Place place = row.place();
            Lease lease = row.state().lease();
            axes.add(
                    row.item().tenant(),
                    row.item().id(),
                    partition,
                    row.axis(),
                    row.machine(),
                    row.state().state(),
                    row.state().from(),
                    row.state().epoch(),
                    row.state().attempts(),
                    lower(place.phase()),
                    place.queue(),
                    Json.mapper().writeValueAsString(row.state().wakeup()),
                    lease == null ? null : Json.mapper().writeValueAsString(lease),
                    lease == null ? null : cut(lease.holder()),
                    row.state().lastError(),
                    row.failure(),
                    row.state().lastCommand(),
                    row.since(),
                    row.createdAt(),
                    row.version());
        }

        private void queue(int partition, QueueChange change) {
            queues.add(
                    change.tenant(),
                    change.queue(),
                    partition,
                    change.offered(),
                    change.held(),
                    change.waiting(),
                    change.delayed(),
                    change.version());
            if (change.paused() != null) {
                pauses.add(change.tenant(), change.queue(), partition, change.paused(), change.reason());
            }
        }

        private void minute(int partition, Minute minute) {
            minutes.add(
                    minute.key().tenant(),
                    minute.key().queue(),
                    partition,
                    minute.key().start(),
                    minute.offered(),
                    minute.claimed(),
                    minute.completed(),
                    minute.failed(),
                    minute.expired());
        }

        private void failure(int partition, FailureSeen seen) {
            failures.add(
                    seen.tenant(),
                    seen.kind().failure(),
                    seen.machine(),
                    seen.axis(),
                    partition,
                    seen.kind().pattern(),
                    seen.sample(),
                    seen.sampleItem(),
                    seen.times(),
                    seen.firstAt(),
                    seen.lastAt(),
                    seen.version());
        }

        private static String lower(Enum<?> value) {
            return value.name().toLowerCase(Locale.ROOT);
        }

        private static @Nullable String cut(@Nullable String name) {
            return name == null || name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME);
        }
    }
}
