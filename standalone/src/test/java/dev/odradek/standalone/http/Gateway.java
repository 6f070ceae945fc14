package dev.odradek.standalone.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A reverse proxy that lets no stream through, and loses so many heartbeats as it is told to. */
final class Gateway implements AutoCloseable {
    private final String to;
    private final HttpServer server;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final AtomicInteger heartbeatsToLose = new AtomicInteger();
    private final List<String> paths = new CopyOnWriteArrayList<>();
    private final List<String> answered = new CopyOnWriteArrayList<>();

    private Gateway(String to, HttpServer server) {
        this.to = to;
        this.server = server;
    }

    static Gateway before(String url) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 50);
            Gateway gateway = new Gateway(url, server);
            server.createContext("/", gateway::serve);
            server.setExecutor(gateway.threads);
            server.start();
            return gateway;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    void loseHeartbeats(int count) {
        heartbeatsToLose.set(count);
    }

    /** How many requests whose path ends so have come. */
    long count(String ending) {
        return paths.stream().filter(path -> path.endsWith(ending)).count();
    }

    /** How many of them have had an answer. */
    long answered(String ending) {
        return answered.stream().filter(path -> path.endsWith(ending)).count();
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private void serve(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getRawPath();
        paths.add(path);
        try (exchange) {
            if (path.endsWith("/events")) {
                closing.await();
            } else if (path.endsWith("/heartbeat") && heartbeatsToLose.getAndDecrement() > 0) {
                exchange.sendResponseHeaders(503, -1);
            } else {
                forward(exchange);
            }
            answered.add(path);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void forward(HttpExchange exchange) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(to + exchange.getRequestURI()))
                .header("Content-Type", "application/json")
                .method(
                        exchange.getRequestMethod(),
                        HttpRequest.BodyPublishers.ofByteArray(
                                exchange.getRequestBody().readAllBytes()))
                .build();
        HttpResponse<byte[]> answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
        exchange.getResponseHeaders()
                .set("Content-Type", answer.headers().firstValue("Content-Type").orElse("text/plain"));
        exchange.sendResponseHeaders(answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
        exchange.getResponseBody().write(answer.body());
    }
}
