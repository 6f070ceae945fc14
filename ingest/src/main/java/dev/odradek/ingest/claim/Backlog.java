package dev.odradek.ingest.claim;

import dev.odradek.ingest.Reading;
import dev.odradek.topics.format.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/**
 * How much a queue has on offer when that is more than is known here: the read model counts it.
 *
 * <p>Nobody waits for it: whoever asks is told the last number, and a thread of its own asks for the next.
 */
@Component
final class Backlog implements DisposableBean {
    private static final Logger LOG = LoggerFactory.getLogger(Backlog.class);

    /** For how long a number is good enough. */
    static final Duration FRESH = Duration.ofMillis(500);

    private static final int MOST = 1_000;

    private final Reading reading;
    private final ClaimTimers thread = ClaimTimers.named("ingest-backlog");
    private final Map<Asked, Found> found = new ConcurrentHashMap<>();
    /** What the read model is being asked for. */
    private final Set<Asked> asking = ConcurrentHashMap.newKeySet();

    private record Asked(String tenant, String queue) {}

    private record Found(long count, long nanos) {}

    Backlog(Reading reading) {
        this.reading = reading;
    }

    /** At least what is known here; just that, if the read model has not answered. */
    long count(String queue, String tenant, long known) {
        Asked asked = new Asked(tenant, queue);
        Found before = found.get(asked);
        if (before == null || System.nanoTime() - before.nanos() >= FRESH.toNanos()) {
            ask(asked);
        }
        return before == null ? known : Math.max(known, before.count());
    }

    private void ask(Asked asked) {
        if (asking.size() < MOST && asking.add(asked)) {
            var unused = thread.later(() -> find(asked), Duration.ZERO);
        }
    }

    private void find(Asked asked) {
        try {
            long count = read(asked.queue(), asked.tenant());
            if (found.size() >= MOST) {
                found.clear();
            }
            found.put(asked, new Found(count, System.nanoTime()));
        } finally {
            asking.remove(asked);
        }
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

    @Override
    public void destroy() {
        thread.destroy();
    }
}
