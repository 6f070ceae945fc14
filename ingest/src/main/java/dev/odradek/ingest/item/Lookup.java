package dev.odradek.ingest.item;

import dev.odradek.ingest.Reading;
import dev.odradek.ingest.Reading.Answered;
import dev.odradek.topics.format.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** Looks up by the reads what a command needs to know; whatever cannot be read now is not known. */
@Component
final class Lookup implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Lookup.class);
    private static final int THREADS = 4;

    private final Reading reading;
    /** Reads may wait, and those who hear answers must not. */
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS, work -> {
        Thread thread = new Thread(work, "lookup");
        thread.setDaemon(true);
        return thread;
    });

    Lookup(Reading reading) {
        this.reading = reading;
    }

    /** The key that decides where the item is. */
    CompletableFuture<Optional<String>> partitionKey(String tenant, String id) {
        return CompletableFuture.supplyAsync(
                () -> read("/v1/items/" + segment(id), tenant)
                        .map(item -> item.path("partition_key").asString(id)),
                threads);
    }

    /** The queues that the tenant's machines have; absent: nobody can say now. */
    CompletableFuture<Optional<Set<String>>> queues(String tenant) {
        return CompletableFuture.supplyAsync(() -> read("/v1/machines", tenant).map(Lookup::queues), threads);
    }

    private static Set<String> queues(JsonNode list) {
        Set<String> queues = new TreeSet<>();
        list.path("machines")
                .values()
                .forEach(machine ->
                        queues.addAll(machine.path("definition").findValuesAsString("queue", new ArrayList<>())));
        return queues;
    }

    private Optional<JsonNode> read(String path, String tenant) {
        try {
            Answered answered = reading.get(path, "tenant=" + tenant);
            return answered.status() == 200 ? Optional.of(Json.parse(answered.body())) : Optional.empty();
        } catch (RuntimeException e) {
            LOG.atDebug().setCause(e).log("a look-up failed");
            return Optional.empty();
        }
    }

    private static String segment(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
