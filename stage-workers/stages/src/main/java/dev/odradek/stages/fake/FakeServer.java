package dev.odradek.stages.fake;

import dev.odradek.stages.web.Answering;
import dev.odradek.stages.web.Reply;
import dev.odradek.stages.web.Request;
import dev.odradek.stages.web.Routes;
import dev.odradek.stages.web.WebServer;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/**
 * A provider over real HTTP that can be told to fail, to hang and to lose its answer.
 *
 * <p>Each fault is for one request, in the order they were asked for. What was carried out is counted by {@code
 * Idempotency-Key}, so that a test can say "once".
 */
public final class FakeServer implements AutoCloseable {
    private final Routes routes = new Routes();
    private final Queue<Fault> faults = new ConcurrentLinkedQueue<>();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final Map<String, AtomicInteger> carriedOut = new ConcurrentHashMap<>();
    private final Map<String, Reply> remembered = new ConcurrentHashMap<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final IntFunction<Reply> failure;
    private final WebServer server;

    private enum Kind {
        FAILING,
        HANGING,
        UNHEARD
    }

    private record Fault(Kind kind, int status) {}

    private FakeServer(int port, IntFunction<Reply> failure) {
        this.failure = failure;
        this.server = WebServer.start(port, this::answer);
    }

    /** Port 0 takes any free one. */
    public static FakeServer start(int port) {
        return start(port, status -> Reply.error(status, "as the test wishes"));
    }

    /** With failures in the provider's own shape. */
    public static FakeServer start(int port, IntFunction<Reply> failure) {
        return new FakeServer(port, failure);
    }

    /** Carries out every request, whatever its key; the path may hold {@code {names}}. */
    public FakeServer on(String method, String pattern, Answering answering) {
        routes.on(method, pattern, request -> carryOut(request, answering));
        return this;
    }

    /** Answers a key that was answered well before with the same again, and carries nothing out for it. */
    public FakeServer onceOn(String method, String pattern, Answering answering) {
        routes.on(method, pattern, request -> once(request, answering));
        return this;
    }

    /** The next so many requests fail with this status, and nothing is carried out. */
    public void failNext(int count, int status) {
        faults.addAll(Collections.nCopies(count, new Fault(Kind.FAILING, status)));
    }

    /** The next request is not carried out and not answered before this server closes. */
    public void hang() {
        faults.add(new Fault(Kind.HANGING, 0));
    }

    /** The next request is carried out and its answer lost: who asks again is answered a second time. */
    public void answerTwice() {
        faults.add(new Fault(Kind.UNHEARD, 0));
    }

    public String url() {
        return server.url();
    }

    /** Everything that was asked, faults included. */
    public List<Request> requests() {
        return List.copyOf(requests);
    }

    /** How often something was asked with this key, faults included. */
    public int asked(String key) {
        return (int) requests.stream()
                .filter(request -> request.idempotencyKey().equals(key))
                .count();
    }

    /** How often something was carried out under this key. */
    public int carriedOut(String key) {
        return carriedOut.getOrDefault(key, new AtomicInteger()).get();
    }

    /** How often something was carried out, by key; what came without one counts under the empty key. */
    public Map<String, Integer> carriedOut() {
        Map<String, Integer> counts = new TreeMap<>();
        carriedOut.forEach((key, count) -> counts.put(key, count.get()));
        return counts;
    }

    private Reply answer(Request request) throws Exception {
        requests.add(request);
        Fault fault = faults.poll();
        if (fault == null) {
            return routes.answer(request);
        }
        return switch (fault.kind()) {
            case FAILING -> failure.apply(fault.status());
            case HANGING -> {
                closing.await();
                yield Reply.none();
            }
            case UNHEARD -> {
                routes.answer(request);
                yield Reply.none();
            }
        };
    }

    private Reply carryOut(Request request, Answering answering) throws Exception {
        carriedOut
                .computeIfAbsent(request.idempotencyKey(), none -> new AtomicInteger())
                .incrementAndGet();
        return answering.answer(request);
    }

    private Reply once(Request request, Answering answering) throws Exception {
        String key = request.idempotencyKey();
        if (key.isEmpty()) {
            return carryOut(request, answering);
        }
        synchronized (remembered) {
            Reply before = remembered.get(key);
            if (before != null) {
                return before;
            }
            Reply first = carryOut(request, answering);
            if (first.status() < 300) {
                remembered.put(key, first);
            }
            return first;
        }
    }

    @Override
    public void close() {
        closing.countDown();
        server.close();
    }
}
