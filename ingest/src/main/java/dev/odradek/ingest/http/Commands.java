package dev.odradek.ingest.http;

import dev.odradek.ingest.IngestConfig;
import dev.odradek.topics.command.Command;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.AnswerRecord;
import dev.odradek.topics.event.WriteToken;
import dev.odradek.topics.route.CommandWriter;
import dev.odradek.topics.route.CommandWriter.Written;
import dev.odradek.topics.route.Conversation;
import dev.odradek.topics.route.Ids;
import dev.odradek.topics.route.Routing;
import dev.odradek.topics.settings.Connection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.apache.kafka.common.header.Headers;
import org.springframework.stereotype.Component;

/**
 * Sends commands and hears what became of them, without a thread that waits.
 *
 * <p>Every future ends within the patience of the configuration, and every failure is a {@link ProblemException}.
 */
@Component
public final class Commands {
    private final CommandWriter writer;
    private final Conversation conversation;
    private final LogWatch watch;
    private final int partitions;
    private final long patience;

    Commands(
            CommandWriter writer,
            Conversation conversation,
            LogWatch watch,
            Connection connection,
            IngestConfig config) {
        this.writer = writer;
        this.conversation = conversation;
        this.watch = watch;
        this.partitions = connection.plan().partitions();
        this.patience = config.patience().toMillis();
    }

    /** Completes when the broker has the command; what the core makes of it is not waited for. */
    public CompletableFuture<Written> send(CommandRecord command) {
        return acknowledged(writer.send(command));
    }

    /** The same with headers that say where the wish comes from. */
    public CompletableFuture<Written> send(CommandRecord command, Headers headers) {
        return acknowledged(writer.send(command, headers));
    }

    private CompletableFuture<Written> acknowledged(CompletableFuture<Written> sent) {
        return sent.orTimeout(patience, TimeUnit.MILLISECONDS).exceptionally(failure -> {
            throw problem(failure);
        });
    }

    /** Completes when the core has applied the command; a refusal is a problem. */
    public CompletableFuture<Decided> ask(String tenant, String key, Command command) {
        return answer(tenant, key, command).thenApply(Commands::decided);
    }

    /** The same on a named partition. */
    public CompletableFuture<Decided> ask(int partition, CommandRecord command) {
        return answer(partition, command).thenApply(Commands::decided);
    }

    /** Completes with whatever the core answers, refusals as well. */
    public CompletableFuture<AnswerRecord> answer(String tenant, String key, Command command) {
        return bounded(conversation.converse(tenant, key, command));
    }

    /** The same on a named partition. */
    public CompletableFuture<AnswerRecord> answer(int partition, CommandRecord command) {
        return bounded(conversation.converse(partition, command));
    }

    /** The same on the partition of the command's key. */
    public CompletableFuture<AnswerRecord> answer(CommandRecord command) {
        return answer(Routing.partition(command.tenant(), command.partitionKey(), partitions), command);
    }

    /** The same on the partition of the command's key, with headers that say where the wish comes from. */
    public CompletableFuture<AnswerRecord> answer(CommandRecord command, Headers headers) {
        return bounded(conversation.converse(command, headers));
    }

    /** Sends the same to every partition; completes with the answers in the order of the partitions. */
    public CompletableFuture<List<AnswerRecord>> answerAll(String tenant, String key, Command command) {
        List<CompletableFuture<AnswerRecord>> all = IntStream.range(0, partitions)
                .mapToObj(partition -> answer(partition, CommandRecord.of(tenant, Ids.fresh(), key, command)))
                .toList();
        return CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new))
                .thenApply(done -> all.stream().map(CompletableFuture::join).toList());
    }

    /** A token for all of these together. */
    public static String token(List<AnswerRecord> answers) {
        SortedMap<Integer, Long> offsets = new TreeMap<>();
        answers.forEach(
                each -> offsets.merge(each.cause().partition(), each.cause().offset(), Math::max));
        return new WriteToken(offsets).toString();
    }

    /** The answer with its token, or the refusal as a problem. */
    public static Decided decided(AnswerRecord record) {
        if (record.answer() instanceof Answer.Denied denied) {
            throw Refusals.problem(denied);
        }
        return new Decided(
                record.answer(),
                record.cause().partition() + ":" + record.cause().offset());
    }

    private CompletableFuture<AnswerRecord> bounded(CompletableFuture<AnswerRecord> asked) {
        return asked.orTimeout(patience, TimeUnit.MILLISECONDS).exceptionally(failure -> {
            if (Causes.find(failure, TimeoutException.class).isPresent() && !watch.isAway()) {
                throw Problem.STARTING.because("No state-store has answered within " + patience
                        + " ms, so that the command may or may not take effect later; check that one runs,"
                        + " and send the same again.");
            }
            throw problem(failure);
        });
    }

    private static RuntimeException problem(Throwable failure) {
        return Causes.problem(failure)
                .<RuntimeException>map(known -> known)
                .orElseGet(
                        () -> failure instanceof RuntimeException unknown ? unknown : new CompletionException(failure));
    }

    /**
     * What the core decided.
     *
     * @param token how far the command stands in the log: a read with {@code ?after=} it sees what it did
     */
    public record Decided(Answer answer, String token) {}
}
