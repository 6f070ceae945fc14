package dev.odradek.bench.peer;

import dev.odradek.topics.format.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Odradek's store of artifacts over HTTP, if {@code artifact-url} says where it is. */
final class Artifacts {
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String url;

    private Artifacts(String url) {
        this.url = url;
    }

    static Artifacts of(Map<String, String> options) {
        return new Artifacts(options.getOrDefault("artifact-url", ""));
    }

    boolean isThere() {
        return !url.isEmpty();
    }

    /** Completes with its name once it is safe. */
    CompletableFuture<String> put(byte[] bytes) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/v1/artifacts"))
                .PUT(HttpRequest.BodyPublishers.ofByteArray(bytes))
                .build();
        return http.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                .thenApply(response ->
                        Json.parse(requireOk(response)).path("artifact").asString());
    }

    /** Returns when all of it was read. */
    byte[] get(String name) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/v1/artifacts/" + name))
                .build();
        return http.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray())
                .thenApply(Artifacts::requireOk)
                .join();
    }

    private static <T> T requireOk(HttpResponse<T> response) {
        if (response.statusCode() >= 300) {
            throw new IllegalStateException("An artifact was answered with status " + response.statusCode());
        }
        return response.body();
    }
}
