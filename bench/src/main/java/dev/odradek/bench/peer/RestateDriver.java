package dev.odradek.bench.peer;

import dev.odradek.bench.agent.Caller;
import dev.odradek.bench.agent.Driver;
import dev.odradek.bench.agent.Shape;
import dev.odradek.bench.agent.Stages;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Calls by HTTP; the worker is a process of Node. */
public final class RestateDriver implements Driver {
    @Override
    public AutoCloseable work(Map<String, String> options, Stages stages) {
        throw new UnsupportedOperationException("Restate's worker is restate-worker.js");
    }

    @Override
    public Caller call(Map<String, String> options) {
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        String url = options.get("url");
        return new Caller() {
            @Override
            public CompletableFuture<?> enqueue(Shape shape, String id) {
                HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/job/" + shape.label() + "/send"))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("\"" + id + "\""))
                        .build();
                return http.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                        .thenAccept(RestateDriver::requireTaken);
            }

            @Override
            public boolean blocks() {
                return false;
            }

            @Override
            public void enqueueAll(Shape shape, List<String> ids) {
                throw new UnsupportedOperationException("Restate has no call for many jobs");
            }

            @Override
            public void close() {}
        };
    }

    private static void requireTaken(HttpResponse<?> response) {
        if (response.statusCode() >= 300) {
            throw new IllegalStateException("Restate answered a send with status " + response.statusCode());
        }
    }
}
