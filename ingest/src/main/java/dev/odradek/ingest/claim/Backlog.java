package dev.odradek.ingest.claim;

import dev.odradek.ingest.Reading;
import dev.odradek.topics.format.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** How much a queue has on offer when that is more than is known here: the read model counts it. */
@Component
final class Backlog {
    private static final Logger LOG = LoggerFactory.getLogger(Backlog.class);

    /** For how long a number is good enough. */
    static final Duration FRESH = Duration.ofMillis(500);

    private static final int MOST = 1_000;

    private final Reading reading;
    private final Map<String, Found> found = new ConcurrentHashMap<>();

    private record Found(long count, long nanos) {}

    Backlog(Reading reading) {
        this.reading = reading;
    }

    /** At least what is known here; just that, if the read model does not answer. */
    long count(String queue, String tenant, long known) {
        String key = tenant + "/" + queue;
        Found before = found.get(key);
        if (before != null && System.nanoTime() - before.nanos() < FRESH.toNanos()) {
            return Math.max(known, before.count());
        }
        long count = read(queue, tenant);
        if (found.size() >= MOST) {
            found.clear();
        }
        found.put(key, new Found(count, System.nanoTime()));
        return Math.max(known, count);
    }

    private long read(String queue, String tenant) {
        try {
            Reading.Answered answer =
                    reading.get("/v1/queues", "tenant=" + URLEncoder.encode(tenant, StandardCharsets.UTF_8));
            if (answer.status() == 200) {
                for (JsonNode each : Json.parse(answer.body()).path("queues")) {
                    if (queue.equals(each.path("queue").asString(""))) {
                        return each.path("offered").asLong(0);
                    }
                }
            }
        } catch (RuntimeException e) {
            LOG.atDebug().setCause(e).log("the read model does not say how much queue {} has on offer", queue);
        }
        return 0;
    }
}
