package dev.odradek.ingest.item;

import dev.odradek.ingest.IngestConfig;
import dev.odradek.ingest.Reading;
import dev.odradek.ingest.Reading.Answered;
import dev.odradek.ingest.http.Problem;
import dev.odradek.ingest.http.ProblemException;
import dev.odradek.topics.format.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/**
 * Looks up by the reads what a command needs to know.
 *
 * <p>Few are read at once and not many wait; whoever has waited for the patience of a request hears a problem.
 */
@Component
final class Lookup implements AutoCloseable {
    static final int MOST_AT_ONCE = 4;
    static final int MOST_WAITING = 256;

    private static final Logger LOG = LoggerFactory.getLogger(Lookup.class);

    private final Reading reading;
    private final long patience;
    /** Reads may wait, and those who hear answers must not. */
    private final ExecutorService threads;

    Lookup(Reading reading, IngestConfig config) {
        this.reading = reading;
        this.patience = config.patience().toMillis();
        this.threads = new ThreadPoolExecutor(
                MOST_AT_ONCE, MOST_AT_ONCE, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_WAITING), work -> {
                    Thread thread = new Thread(work, "lookup");
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /** The key that decides where the item is; absent: there is no such item. */
    CompletableFuture<Optional<String>> partitionKey(String tenant, String id) {
        return ask("/v1/items/" + segment(id), tenant)
                .thenApply(found -> found.map(item -> item.path("partition_key").asString(id)));
    }

    /** The queues that the tenant's machines have; absent: nobody can say now. */
    CompletableFuture<Optional<Set<String>>> queues(String tenant) {
        return ask("/v1/machines", tenant)
                .thenApply(found -> found.map(Lookup::queues))
                .exceptionally(failure -> Optional.empty());
    }

    private static Set<String> queues(JsonNode list) {
        Set<String> queues = new TreeSet<>();
        list.path("machines")
                .values()
                .forEach(machine ->
                        queues.addAll(machine.path("definition").findValuesAsString("queue", new ArrayList<>())));
        return queues;
    }

    /** What is at the path; absent: nothing. What cannot be told in time is a problem. */
    private CompletableFuture<Optional<JsonNode>> ask(String path, String tenant) {
        CompletableFuture<Optional<JsonNode>> asked = new CompletableFuture<>();
        try {
            threads.execute(() -> answer(asked, path, tenant));
        } catch (RejectedExecutionException e) {
            asked.completeExceptionally(away("too many others wait for the reads"));
        }
        return asked.orTimeout(patience, TimeUnit.MILLISECONDS).exceptionally(failure -> {
            throw failure instanceof ProblemException known
                    ? known
                    : away("the reads have not answered within " + patience + " ms");
        });
    }

    private void answer(CompletableFuture<Optional<JsonNode>> asked, String path, String tenant) {
        if (asked.isDone()) {
            // Whoever asked has heard that it took too long.
            return;
        }
        try {
            asked.complete(read(path, tenant));
        } catch (ProblemException e) {
            asked.completeExceptionally(e);
        } catch (RuntimeException e) {
            LOG.atWarn().setCause(e).log("a look-up failed");
            asked.completeExceptionally(away("the reads cannot say"));
        }
    }

    private Optional<JsonNode> read(String path, String tenant) {
        Answered answered = reading.get(path, "tenant=" + tenant);
        return switch (answered.status()) {
            case 200 -> Optional.of(Json.parse(answered.body()));
            case 404 -> Optional.empty();
            default -> throw away("the reads answered " + answered.status());
        };
    }

    private static ProblemException away(String why) {
        return Problem.NO_READ_MODEL.because("Where the item is must be looked up, but " + why
                + "; try again, or name the partition_key it was posted with.");
    }

    private static String segment(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
