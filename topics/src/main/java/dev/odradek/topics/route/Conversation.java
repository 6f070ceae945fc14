package dev.odradek.topics.route;

import dev.odradek.topics.command.Asker;
import dev.odradek.topics.command.Command;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.AnswerRecord;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.settings.Connection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Asks the core and hears what became of it: one future per command. */
public final class Conversation implements AutoCloseable {
    private final String id = "asker-" + Ids.fresh();
    private final Connection connection;
    private final CommandWriter writer;
    private final AnswerReader reader;
    private final Asker asker;
    private final Map<String, CompletableFuture<AnswerRecord>> pending = new ConcurrentHashMap<>();
    private final Consumer<Cause> causes;

    public Conversation(Connection connection) {
        this(connection, cause -> {});
    }

    /** @param causes hears which command each answer follows from, before the asker has the answer */
    public Conversation(Connection connection, Consumer<Cause> causes) {
        this.connection = connection;
        this.causes = causes;
        this.asker = new Asker(AnswerReader.slot(connection, id), id, true);
        this.reader = AnswerReader.start(connection, id, this::hear);
        this.writer = new CommandWriter(connection);
    }

    /** Sends to the partition of {@code key}; completes with what the core decided. */
    public CompletableFuture<Answer> ask(String tenant, String key, Command command) {
        CommandRecord record = CommandRecord.of(tenant, Ids.fresh(), key, command);
        return ask(Routing.partition(tenant, key, connection.plan().partitions()), record);
    }

    /** Sends to a named partition. */
    public CompletableFuture<Answer> ask(int partition, CommandRecord record) {
        CompletableFuture<AnswerRecord> heard = converse(partition, record);
        // Not by thenApply: what is cancelled must look so to whoever asked.
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        var unusedHearing = heard.whenComplete((found, failure) -> {
            if (failure != null) {
                answer.completeExceptionally(failure);
            } else {
                answer.complete(found.answer());
            }
        });
        // Whoever stops waiting for the answer stops waiting for its record.
        var unused = answer.whenComplete((done, failure) -> {
            if (failure != null) {
                heard.completeExceptionally(failure);
            }
        });
        return answer;
    }

    /** Sends to the partition of {@code key}; completes with the answer as it was recorded, its cause included. */
    public CompletableFuture<AnswerRecord> converse(String tenant, String key, Command command) {
        CommandRecord record = CommandRecord.of(tenant, Ids.fresh(), key, command);
        return converse(Routing.partition(tenant, key, connection.plan().partitions()), record);
    }

    /** Sends to the partition of the command's key, with headers that say where the wish comes from. */
    public CompletableFuture<AnswerRecord> converse(CommandRecord record, Headers headers) {
        int partition = Routing.partition(
                record.tenant(), record.partitionKey(), connection.plan().partitions());
        return converse(partition, record, headers);
    }

    /** The same on a named partition. */
    public CompletableFuture<AnswerRecord> converse(int partition, CommandRecord record) {
        return converse(partition, record, null);
    }

    private CompletableFuture<AnswerRecord> converse(int partition, CommandRecord record, @Nullable Headers headers) {
        CompletableFuture<AnswerRecord> answer = new CompletableFuture<>();
        pending.put(record.id(), answer);
        var unusedRemoval = answer.whenComplete((done, failure) -> pending.remove(record.id(), answer));
        var unusedSend = writer.send(partition, record.askedBy(asker), headers).whenComplete((written, failure) -> {
            if (failure != null) {
                answer.completeExceptionally(failure);
            }
        });
        return answer;
    }

    /** Sends the same command to every partition; the answers are in the order of the partitions. */
    public CompletableFuture<List<Answer>> askAll(String tenant, String key, Command command) {
        List<CompletableFuture<Answer>> all = IntStream.range(
                        0, connection.plan().partitions())
                .mapToObj(p -> ask(p, CommandRecord.of(tenant, Ids.fresh(), key, command)))
                .toList();
        return CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new))
                .thenApply(done -> all.stream().map(CompletableFuture::join).toList());
    }

    private void hear(AnswerRecord record) {
        CompletableFuture<AnswerRecord> waiting = pending.get(record.commandId());
        if (waiting != null) {
            causes.accept(record.cause());
            waiting.complete(record);
        }
    }

    @Override
    public void close() {
        writer.close();
        reader.close();
        pending.values().forEach(each -> each.cancel(false));
    }
}
