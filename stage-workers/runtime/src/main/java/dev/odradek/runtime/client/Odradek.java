package dev.odradek.runtime.client;

import dev.odradek.runtime.ActualPlan;
import dev.odradek.runtime.WorkerConfig;
import dev.odradek.topics.TopicKeeper;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.route.CommandWriter;
import dev.odradek.topics.route.Conversation;
import dev.odradek.topics.route.Ids;
import dev.odradek.topics.settings.Connection;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** Posts items straight to the log; safe for many threads, and fast when many posts are under way at once. */
public final class Odradek implements AutoCloseable {
    private final Connection connection;
    private final String tenant;
    private final CommandWriter writer;
    private @Nullable Conversation conversation;

    private Odradek(Connection connection, String tenant) {
        this.connection = connection;
        this.tenant = tenant;
        this.writer = new CommandWriter(connection);
    }

    public static Odradek to(String bootstrap) {
        return to(Connection.to(bootstrap), WorkerConfig.DEFAULT_TENANT);
    }

    public static Odradek to(Connection connection, String tenant) {
        try (Admin admin = Admin.create(connection.clientProperties())) {
            return new Odradek(ActualPlan.of(new TopicKeeper(admin), connection), tenant);
        } catch (KafkaException e) {
            throw new IllegalStateException(
                    "No broker answers at " + connection.bootstrap() + " (" + e.getMessage()
                            + "); start one or set odradek.bootstrap.",
                    e);
        }
    }

    /** Completes once the item is safe. */
    public CompletableFuture<Posted> post(String machine, Object payload) {
        return post(Post.of(machine, payload));
    }

    /** Completes once the item is safe. */
    public CompletableFuture<Posted> post(Post post) {
        return post(post.item(tenant));
    }

    /** Completes once the item is safe. */
    public CompletableFuture<Posted> post(NewItem item) {
        CommandRecord record = CommandRecord.of(tenant, Ids.fresh(), item.ownKey(), new ItemCommand.Create(item, null));
        return writer.send(record)
                .thenApply(written -> new Posted(item.itemId(), written.partition(), written.offset()));
    }

    /** Completes with what the core decided about the post: applied, or denied and why. */
    public CompletableFuture<Answer> postAndAsk(Post post) {
        NewItem item = post.item(tenant);
        return ask(item.ownKey(), new ItemCommand.Create(item, null));
    }

    /** Completes with what the core decided; {@code partitionKey} is the item's id unless it was posted with one. */
    public CompletableFuture<Answer> ask(String partitionKey, ItemCommand command) {
        return conversation().ask(tenant, partitionKey, command);
    }

    /** Waits until everything posted so far is acknowledged or has failed. */
    public void flush() {
        writer.flush();
    }

    private synchronized Conversation conversation() {
        Conversation open = conversation;
        if (open == null) {
            open = new Conversation(connection);
            conversation = open;
        }
        return open;
    }

    @Override
    public synchronized void close() {
        writer.close();
        if (conversation != null) {
            conversation.close();
        }
    }
}
