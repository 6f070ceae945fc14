package dev.odradek.standalone.service;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves reads, health and metrics on loopback, where no ingest does or until it does. */
final class HttpSide implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpSide.class);

    /** How many seconds a client should wait before it tries again. */
    private static final String RETRY_AFTER = "2";

    private final HttpServer server;
    private final ExecutorService threads;
    private final int port;
    private final Metrics metrics;
    private final BooleanSupplier healthy;
    /** Whether ingest will answer here: until then nothing is told that it might not tell. */
    private final boolean standIn;

    private volatile Optional<ReadRoutes> reads = Optional.empty();
    private volatile Supplier<Optional<String>> note = Optional::empty;

    private HttpSide(HttpServer server, Metrics metrics, BooleanSupplier healthy, boolean standIn) {
        this.server = server;
        this.port = server.getAddress().getPort();
        this.metrics = metrics;
        this.healthy = healthy;
        this.standIn = standIn;
        // A reader with a token holds its thread while it waits; the others must not wait with it.
        this.threads = Executors.newFixedThreadPool(16, work -> new Thread(work, "http"));
        server.setExecutor(threads);
        server.createContext("/", this::serve);
    }

    static HttpSide start(int preferredPort, Metrics metrics, BooleanSupplier healthy, boolean standIn) {
        try {
            HttpSide side = new HttpSide(bind(preferredPort), metrics, healthy, standIn);
            side.server.start();
            return side;
        } catch (IOException e) {
            throw new DataDirException("No port could be bound on 127.0.0.1 (" + Reasons.of(e) + ").", e);
        }
    }

    /** From here on the reads are answered. */
    void serve(ReadRoutes routes) {
        reads = Optional.of(routes);
    }

    /** What is amiss though the process is healthy, if anything: health says so as well. */
    void mention(Supplier<Optional<String>> amiss) {
        note = amiss;
    }

    /** What the reads of this process answer, if it has any. */
    Optional<Reply> read(String rawPath, @Nullable String rawQuery) {
        return reads.map(routes -> routes.get(rawPath, rawQuery));
    }

    int port() {
        return port;
    }

    private static HttpServer bind(int preferred) throws IOException {
        InetAddress loopback = InetAddress.getByName("127.0.0.1");
        try {
            return HttpServer.create(new InetSocketAddress(loopback, preferred), 64);
        } catch (BindException taken) {
            return HttpServer.create(new InetSocketAddress(loopback, 0), 64);
        }
    }

    private void serve(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getRawPath();
        Reply reply;
        try {
            reply = reply(exchange.getRequestMethod(), exchange.getRequestURI());
        } catch (RuntimeException e) {
            LOG.atWarn().setCause(e).log("a read failed");
            reply = Reply.problem(
                    503, "Not available", "The read could not be answered now, and the log says why; try again.");
        }
        metrics.served(ReadRoutes.name(path), reply.status());
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", reply.contentType());
            if (reply.status() == 503) {
                exchange.getResponseHeaders().set("Retry-After", RETRY_AFTER);
            }
            byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private Reply reply(String method, URI uri) {
        if (standIn && !uri.getRawPath().equals("/healthz")) {
            return Reply.starting();
        }
        if (!method.equals("GET")) {
            return Reply.problem(
                    405,
                    "Method not allowed",
                    "Only GET is served here, for no ingest runs in this process; write with ./odradek or to Kafka.");
        }
        return switch (uri.getRawPath()) {
            case "/metrics" -> Reply.text("text/plain; version=0.0.4; charset=utf-8", metrics.scrape());
            case "/healthz" ->
                healthy.getAsBoolean()
                        ? Reply.text(
                                "text/plain; charset=utf-8",
                                "ok\n"
                                        + note.get()
                                                .map(text -> Reply.outward(text) + "\n")
                                                .orElse(""))
                        : Reply.problem(503, "Not healthy", "A service is starting or has stopped; see the log.");
            default -> read(uri.getRawPath(), uri.getRawQuery()).orElseGet(() -> unserved(uri.getRawPath()));
        };
    }

    /** What others serve must not be taken for absent: whoever is asked for an item may pass the answer on. */
    private static Reply unserved(String path) {
        String why = "No state-store or read model runs in this process, or it is starting, so that it has no reads.";
        return ReadRoutes.name(path).equals(ReadRoutes.OTHER)
                ? Reply.notFound(why)
                : Reply.problem(503, "No reads here", why);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
