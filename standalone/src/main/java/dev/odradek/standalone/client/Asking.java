package dev.odradek.standalone.client;

import dev.odradek.topics.command.Command;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.WriteToken;
import dev.odradek.topics.route.Conversation;
import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;

/** Sends commands and waits, within bounds, for what the core decided. */
public final class Asking implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final Connection connection;
    private final Admin admin;
    private final Conversation conversation;
    private final Map<Integer, Long> written = new ConcurrentHashMap<>();

    private Asking(Connection connection, Admin admin) {
        this.connection = connection;
        this.admin = admin;
        this.conversation =
                new Conversation(connection, cause -> written.merge(cause.partition(), cause.offset(), Math::max));
    }

    /** Opens a conversation with the core behind this broker, or complains that it is not there. */
    public static Asking open(Connection wanted) {
        Connection reached = BrokerProbe.reach(wanted);
        Admin admin = Admin.create(reached.clientProperties());
        try {
            return new Asking(BrokerProbe.fitted(reached, admin), admin);
        } catch (RuntimeException e) {
            admin.close(Duration.ZERO);
            throw e;
        }
    }

    public Connection connection() {
        return connection;
    }

    public Admin admin() {
        return admin;
    }

    /** What a read waits for to see everything that was asked for and answered here. */
    public WriteToken token() {
        return new WriteToken(new TreeMap<>(written));
    }

    public Answer ask(String tenant, String key, Command command) {
        return await(conversation.ask(tenant, key, command));
    }

    public Answer ask(int partition, CommandRecord record) {
        return await(conversation.ask(partition, record));
    }

    /** One answer per partition. */
    public List<Answer> askAll(String tenant, String key, Command command) {
        return await(conversation.askAll(tenant, key, command));
    }

    /** Sends without waiting; the future is to be given to {@link #await}. */
    public CompletableFuture<Answer> send(String tenant, String key, Command command) {
        return conversation.ask(tenant, key, command);
    }

    public <T> T await(CompletableFuture<T> answer) {
        try {
            return answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new Complaint(
                    Exit.NOT_THERE,
                    "The broker at " + connection.bootstrap() + " took the command, but no answer came within "
                            + PATIENCE.toSeconds() + " s; check that a state-store runs on it"
                            + " (./odradek up --only state-store); the command is applied once one does.",
                    e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new CompletionException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Complaint(Exit.REFUSED, "Interrupted while waiting for the answer; ask again.", e);
        }
    }

    @Override
    public void close() {
        conversation.close();
        admin.close(Duration.ofSeconds(2));
    }
}
