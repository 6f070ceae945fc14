package dev.odradek.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** One queue served over real HTTP, with the faults that a real service can not be made to have. */
final class FakeService implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private final Map<String, Queue<Fault>> faults = new ConcurrentHashMap<>();
    private final Map<String, Fault> standing = new ConcurrentHashMap<>();
    private final List<OutputStream> streams = new CopyOnWriteArrayList<>();
    private final Deque<ObjectNode> offers = new ArrayDeque<>();
    private final Set<String> held = ConcurrentHashMap.newKeySet();
    private long leaseMs = 60_000;
    private long silenceMs;
    private volatile String streamQuery = "";
    private int mostHeld;

    /** What happens to a request instead of an answer. */
    sealed interface Fault {
        /** A problem with this status and code. */
        record Refused(int status, String code) implements Fault {}

        /** What somebody else says, such as a proxy or a service that has not started: no problem of ours. */
        record Foreign(int status) implements Fault {}

        /** No answer, ever. */
        record Hanging() implements Fault {}

        /** Carried out, but the answer is lost. */
        record Unheard() implements Fault {}

        /** Carried out at once, but answered so late. */
        record Late(long millis) implements Fault {}
    }

    private FakeService(HttpServer server) {
        this.server = server;
    }

    static FakeService start() {
        try {
            FakeService fake = new FakeService(
                    HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 50));
            fake.server.createContext("/", fake::serve);
            fake.server.setExecutor(fake.threads);
            fake.server.start();
            return fake;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Makes an item claimable, and tells nobody. */
    synchronized void offer(String id, Map<String, ?> payload) {
        ObjectNode item =
                JSON.createObjectNode().put("id", id).put("machine", "m").put("axis", "status");
        item.put("queue", "q").put("attempt", 1).set("payload", JSON.valueToTree(payload));
        offers.add(item);
    }

    /** Pushes the present count to every open stream, so many times over. */
    void push(int times) {
        streams.forEach(stream -> push(stream, times));
    }

    synchronized void lease(long ms) {
        leaseMs = ms;
    }

    /** What every claim from now on says of it. */
    synchronized void silence(long ms) {
        silenceMs = ms;
    }

    /** What the last stream was opened with. */
    String streamQuery() {
        return streamQuery;
    }

    /** Tells every open stream that a claim is lost. */
    void lose(String claim) {
        streams.forEach(stream -> write(stream, "event: lost\ndata: {\"claim\": \"" + claim + "\"}\n\n"));
    }

    /** The next requests of this kind, one fault each. */
    void next(String verb, Fault... each) {
        faults.computeIfAbsent(verb, none -> new ConcurrentLinkedQueue<>()).addAll(List.of(each));
    }

    /** Every request of this kind from now on. */
    void always(String verb, Fault fault) {
        standing.put(verb, fault);
    }

    void dropStreams() {
        for (OutputStream stream : streams) {
            streams.remove(stream);
            try {
                stream.close();
            } catch (IOException alreadyGone) {
                // As wished.
            }
        }
    }

    List<Call> calls() {
        return List.copyOf(calls);
    }

    List<Call> calls(String verb) {
        return calls.stream().filter(call -> call.verb().equals(verb)).toList();
    }

    int openStreams() {
        return streams.size();
    }

    synchronized int mostHeld() {
        return mostHeld;
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private void serve(HttpExchange exchange) throws IOException {
        String[] path = exchange.getRequestURI().getPath().split("/");
        String verb = path[path.length - 1];
        byte[] bytes = exchange.getRequestBody().readAllBytes();
        JsonNode body = bytes.length == 0 ? JSON.nullNode() : JSON.readTree(bytes);
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        String subject = path[path.length - 2];
        calls.add(new Call(verb, subject, body, authorization == null ? "" : authorization, System.nanoTime()));
        Fault fault = fault(verb);
        if (fault instanceof Fault.Hanging) {
            hang(Long.MAX_VALUE);
        } else if (fault instanceof Fault.Refused refused) {
            String problem = "{\"code\":\"%s\",\"detail\":\"as the test wishes\"}".formatted(refused.code());
            answer(exchange, refused.status(), problem);
        } else if (fault instanceof Fault.Foreign foreign) {
            answer(exchange, foreign.status(), "{\"title\":\"nothing here\"}");
        } else if (verb.equals("events")) {
            stream(exchange);
        } else {
            String text = answer(verb, subject, body);
            if (fault instanceof Fault.Late late) {
                hang(late.millis());
            }
            if (fault instanceof Fault.Unheard) {
                exchange.close();
            } else {
                answer(exchange, text.isEmpty() ? 204 : 200, text);
            }
        }
    }

    private Fault fault(String verb) {
        Fault next = faults.getOrDefault(verb, new ConcurrentLinkedQueue<>()).poll();
        return next == null ? standing.get(verb) : next;
    }

    private synchronized String answer(String verb, String claim, JsonNode body) {
        switch (verb) {
            case "claim":
                return claims(body.path("max").asInt(1)).toString();
            case "complete", "fail", "release":
                held.remove(claim);
                return "{\"id\":\"%s\",\"token\":\"0:1\"}".formatted(claim);
            default:
                return "";
        }
    }

    private ObjectNode claims(int most) {
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode claims = answer.putArray("claims");
        while (!offers.isEmpty() && claims.size() < most) {
            ObjectNode item = offers.remove();
            String claim = "claim-" + item.path("id").asString();
            held.add(claim);
            ObjectNode granted =
                    claims.addObject().put("claim", claim).put("epoch", 1).put("lease_ms", leaseMs);
            granted.set("item", item);
            if (silenceMs > 0) {
                granted.put("silence_ms", silenceMs);
            }
        }
        mostHeld = Math.max(mostHeld, held.size());
        return answer;
    }

    private void stream(HttpExchange exchange) throws IOException {
        streamQuery = String.valueOf(exchange.getRequestURI().getRawQuery());
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        OutputStream out = exchange.getResponseBody();
        push(out, 1);
        streams.add(out);
    }

    private void push(OutputStream stream, int times) {
        int count;
        synchronized (this) {
            count = offers.size();
        }
        String frame = "data: {\"count\": " + count + "}\n\n";
        write(stream, ": a comment\n\n" + frame.repeat(times));
    }

    private void write(OutputStream stream, String frames) {
        try {
            stream.write(frames.getBytes(StandardCharsets.UTF_8));
            stream.flush();
        } catch (IOException gone) {
            streams.remove(stream);
        }
    }

    private void hang(long millis) {
        try {
            closing.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
        exchange.close();
    }
}
