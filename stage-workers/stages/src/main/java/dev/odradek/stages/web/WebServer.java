package dev.odradek.stages.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers HTTP on this machine, many requests at once; what throws is a 500. */
public final class WebServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WebServer.class);

    private final HttpServer server;
    private final ExecutorService threads;

    private WebServer(HttpServer server, ExecutorService threads) {
        this.server = server;
        this.threads = threads;
    }

    /** Port 0 takes any free one. */
    public static WebServer start(int port, Answering answering) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), 0);
            ExecutorService threads = Executors.newCachedThreadPool(WebServer::daemon);
            server.setExecutor(threads);
            server.createContext("/", exchange -> serve(exchange, answering));
            server.start();
            return new WebServer(server, threads);
        } catch (IOException e) {
            throw new UncheckedIOException("port " + port + " must be free, but is not (" + e.getMessage() + ")", e);
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "stages-web");
        thread.setDaemon(true);
        return thread;
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private static void serve(HttpExchange exchange, Answering answering) throws IOException {
        try (exchange) {
            Reply reply = answer(request(exchange), answering);
            if (!reply.isNone()) {
                send(exchange, reply);
            }
        }
    }

    private static Request request(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new HashMap<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String path = exchange.getRequestURI().getRawPath();
        return new Request(exchange.getRequestMethod(), path, Map.of(), headers, body);
    }

    private static Reply answer(Request request, Answering answering) {
        try {
            return answering.answer(request);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Reply.error(503, "the server is stopping");
        } catch (Exception e) {
            LOG.atWarn().setCause(e).log("{} {} failed", request.method(), request.path());
            return Reply.error(500, String.valueOf(e.getMessage()));
        }
    }

    private static void send(HttpExchange exchange, Reply reply) throws IOException {
        reply.headers().forEach(exchange.getResponseHeaders()::set);
        exchange.sendResponseHeaders(reply.status(), reply.length() == 0 ? -1 : reply.length());
        try (InputStream body = reply.open()) {
            body.transferTo(exchange.getResponseBody());
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
