package dev.odradek.statestore.table;

import dev.odradek.statestore.read.FailureView;
import dev.odradek.statestore.read.HistoryView;
import dev.odradek.statestore.read.ItemQuery;
import dev.odradek.statestore.read.ItemView;
import dev.odradek.statestore.read.LetterView;
import dev.odradek.statestore.read.QueueView;
import dev.odradek.statestore.read.RunView;
import dev.odradek.statestore.read.Views;
import dev.odradek.statestore.table.ItemFinder.Found;
import dev.odradek.topics.TopicPlan;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Answers what people and programs outside ask, from the tables alone. */
public final class ReadModel {
    private final Database database;
    private final TopicPlan plan;
    private final Views views;
    private final Tide tide;

    ReadModel(Database database, TopicPlan plan, Views views, Tide tide) {
        this.database = database;
        this.plan = plan;
        this.views = views;
        this.tide = tide;
    }

    /** The items that match, newest first. */
    public List<ItemView> items(ItemQuery query) {
        return seen(query.tenant(), database.with(connection -> ItemFinder.items(connection, query)));
    }

    public Optional<ItemView> item(String tenant, String id) {
        return seen(tenant, database.with(connection -> ItemFinder.byId(connection, tenant, id))).stream()
                .findFirst();
    }

    /** What has become of an item lately, oldest first. */
    public List<HistoryView> history(String tenant, String id, int limit) {
        return database.with(connection -> Boards.history(connection, tenant, id, limit));
    }

    /** Counts the items whose ids begin so, and what was told of them; it looks at every one there is. */
    public RunView run(String tenant, String idPrefix) {
        return database.with(connection -> Boards.run(connection, tenant, idPrefix));
    }

    public List<QueueView> queues(String tenant, long now) {
        return database.with(connection -> Boards.queues(connection, tenant, now));
    }

    /** Errors by kind, the newest first; of one kind alone if it is named. */
    public List<FailureView> failures(String tenant, @Nullable String failure, int limit) {
        return database.with(connection -> Boards.failures(connection, tenant, failure, limit));
    }

    public List<LetterView> deadLetters(int limit) {
        return database.with(connection -> Boards.letters(connection, limit));
    }

    public Optional<LetterView> deadLetter(int partition, long offset) {
        return database.with(connection -> Boards.letter(connection, partition, offset)).stream()
                .findFirst();
    }

    /** Waits until the facts that follow from a command are here; false: not within that time. */
    public boolean await(int partition, long offset, Duration patience) throws InterruptedException {
        if (partition >= plan.partitions()) {
            throw new IllegalArgumentException(
                    "a token of partition " + partition + " is not from here: there are " + plan.partitions());
        }
        long deadline = System.nanoTime() + patience.toNanos();
        long level = tide.level();
        while (causeOf(partition) < offset) {
            if (deadline - System.nanoTime() <= 0) {
                return false;
            }
            tide.awaitAbove(level);
            level = tide.level();
        }
        return true;
    }

    private long causeOf(int partition) {
        return database.with(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(
                    "SELECT cause_offset FROM progress WHERE topic = ? AND partition = ?")) {
                statement.setString(1, plan.events());
                statement.setInt(2, partition);
                try (ResultSet rows = statement.executeQuery()) {
                    return rows.next() ? rows.getLong(1) : -1L;
                }
            }
        });
    }

    private List<ItemView> seen(String tenant, List<Found> found) {
        Set<String> paused = found.isEmpty() ? Set.of() : paused(tenant);
        return views.of(
                tenant,
                found.stream()
                        .map(each -> new Views.Seen(each.item(), each.payload()))
                        .toList(),
                paused::contains);
    }

    private Set<String> paused(String tenant) {
        return database.with(connection -> {
            try (PreparedStatement statement =
                    connection.prepareStatement("SELECT queue FROM queues WHERE tenant = ? AND paused")) {
                statement.setString(1, tenant);
                try (ResultSet rows = statement.executeQuery()) {
                    Set<String> queues = new HashSet<>();
                    while (rows.next()) {
                        queues.add(rows.getString(1));
                    }
                    return queues;
                }
            }
        });
    }
}
