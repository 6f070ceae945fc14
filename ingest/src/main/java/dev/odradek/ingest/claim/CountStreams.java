package dev.odradek.ingest.claim;

import dev.odradek.ingest.access.Access;
import dev.odradek.ingest.access.TokenWatch;
import dev.odradek.ingest.http.Problem;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * All open streams of counts: each hears of every change, those in quick succession as one; a worker's also of every
 * claim that it has lost.
 */
@Component
final class CountStreams implements Queues.CountListener, SmartLifecycle {
    private final Queues queues;
    private final Backlog backlog;
    private final TokenWatch tokens;
    private final ClaimTimers thread = ClaimTimers.named("ingest-counts");
    private final Duration pause;
    private final Map<Topic, Set<CountStream>> open = new ConcurrentHashMap<>();
    private final Map<Listener, Set<CountStream>> byWorker = new ConcurrentHashMap<>();
    private final Map<String, Set<CountStream>> byToken = new ConcurrentHashMap<>();
    /** The counts that are to be told. */
    private final Set<Topic> due = ConcurrentHashMap.newKeySet();

    private final Map<Topic, Long> told = new ConcurrentHashMap<>();

    private volatile boolean running = true;

    /** What a stream is about. */
    private record Topic(String queue, String tenant) {}

    /** Whose claims it is about as well. */
    private record Listener(String tenant, String worker) {}

    CountStreams(Queues queues, Backlog backlog, TokenWatch tokens, ClaimConfig config, MeterRegistry meters) {
        this.queues = queues;
        this.backlog = backlog;
        this.tokens = tokens;
        this.pause = config.streamPause();
        queues.listen(this);
        tokens.whenRevoked(this::revoked);
        thread.every(this::keepAlive, config.streamComment());
        Gauge.builder("odradek.ingest.event.streams", this, CountStreams::size)
                .description("Open streams of counts")
                .register(meters);
    }

    /**
     * Opens a stream; its first count is on its way when this returns.
     *
     * @param worker who is to hear of the claims it loses; absent: nobody
     */
    void open(
            String queue,
            Access access,
            @Nullable String worker,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        if (!running) {
            throw Problem.STARTING.because("This odradek is stopping; ask another one, or try again.");
        }
        String tenant = access.tenant();
        Topic topic = new Topic(queue, tenant);
        Queues.Count count = queues.ask(queue, tenant);
        response.setStatus(HttpServletResponse.SC_OK);
        response.setContentType("text/event-stream");
        response.setCharacterEncoding("utf-8");
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Accel-Buffering", "no");
        long first = number(topic, count);
        // Its time-out stays that of all requests, which is none: any other makes Tomcat lose requests.
        AsyncContext context = request.startAsync();
        Optional<Listener> listener = Optional.ofNullable(worker).map(name -> new Listener(tenant, name));
        Optional<String> token = Optional.ofNullable(access.tokenId());
        CountStream stream = new CountStream(context, response.getOutputStream(), ended -> {
            listener.ifPresent(each -> remove(byWorker, each, ended));
            token.ifPresent(each -> remove(byToken, each, ended));
            close(topic, ended);
        });
        add(open, topic, stream);
        listener.ifPresent(each -> add(byWorker, each, stream));
        token.ifPresent(each -> add(byToken, each, stream));
        stream.push(first);
        stream.begin();
        // What has changed while it was being opened.
        changed(queue, tenant);
        if (!running || token.filter(tokens::isRevoked).isPresent()) {
            stream.end();
        }
    }

    /** What was opened with the token ends; whoever comes again is refused. */
    private void revoked(String tokenId) {
        var unused =
                thread.later(() -> byToken.getOrDefault(tokenId, Set.of()).forEach(CountStream::end), Duration.ZERO);
    }

    private long number(Topic topic, Queues.Count count) {
        return count.complete() ? count.known() : backlog.count(topic.queue(), topic.tenant(), count.known());
    }

    /** In one step: the set must not be dropped as empty in between. */
    private static <K> void add(Map<K, Set<CountStream>> map, K key, CountStream stream) {
        map.compute(key, (same, streams) -> {
            Set<CountStream> all = streams == null ? ConcurrentHashMap.newKeySet() : streams;
            all.add(stream);
            return all;
        });
    }

    private static <K> void remove(Map<K, Set<CountStream>> map, K key, CountStream stream) {
        map.computeIfPresent(key, (same, streams) -> {
            streams.remove(stream);
            return streams.isEmpty() ? null : streams;
        });
    }

    /** A worker is told that a claim is over. */
    void lost(ClaimHandle claim) {
        Listener listener = new Listener(claim.key().tenant(), claim.holder().worker());
        if (byWorker.containsKey(listener)) {
            String text = claim.text();
            var unused = thread.later(
                    () -> byWorker.getOrDefault(listener, Set.of()).forEach(stream -> stream.lose(text)),
                    Duration.ZERO);
        }
    }

    private void close(Topic topic, CountStream stream) {
        remove(open, topic, stream);
        if (!open.containsKey(topic)) {
            told.remove(topic);
        }
    }

    @Override
    public void changed(String queue, String tenant) {
        Topic topic = new Topic(queue, tenant);
        if (open.containsKey(topic) && due.add(topic)) {
            var unused = thread.later(() -> tell(topic, true), pause);
        }
    }

    /** @param anyway also if the number is the same: somebody may have found nothing while another asked for it */
    private void tell(Topic topic, boolean anyway) {
        due.remove(topic);
        Set<CountStream> streams = open.get(topic);
        if (streams == null) {
            told.remove(topic);
            return;
        }
        Queues.Count count = queues.ask(topic.queue(), topic.tenant());
        long number = number(topic, count);
        Long before = told.put(topic, number);
        if (anyway || before == null || before != number) {
            streams.forEach(stream -> stream.push(number));
        }
        if (!count.complete() && due.add(topic)) {
            // Nobody says when the read model has another number.
            var unused = thread.later(() -> tell(topic, false), Backlog.FRESH);
        }
    }

    @Override
    public Set<String> watching(String queue) {
        return open.keySet().stream()
                .filter(topic -> topic.queue().equals(queue))
                .map(Topic::tenant)
                .collect(Collectors.toSet());
    }

    private void keepAlive() {
        open.values().forEach(streams -> streams.forEach(CountStream::keepAlive));
    }

    private int size() {
        return open.values().stream().mapToInt(Set::size).sum();
    }

    @Override
    public void start() {
        running = true;
    }

    /** Whoever listens here goes on at another instance. */
    @Override
    public void stop() {
        running = false;
        List.copyOf(open.values()).forEach(streams -> streams.forEach(CountStream::end));
        thread.destroy();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
