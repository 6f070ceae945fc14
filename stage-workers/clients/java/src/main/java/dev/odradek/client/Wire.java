package dev.odradek.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/** Sends requests and reads answers; whatever is not a success is an {@link ApiException}. */
final class Wire {
    static final JsonMapper JSON = JsonMapper.shared();

    private static final Duration CONNECT = Duration.ofSeconds(10);

    private final URI url;
    private final @Nullable String token;
    private final HttpClient http;
    private volatile boolean closed;

    Wire(URI url, @Nullable String token) {
        if (!("http".equals(url.getScheme()) || "https".equals(url.getScheme())) || url.getHost() == null) {
            throw new IllegalArgumentException("SERVICE_URL must begin with http:// or https://, was " + url);
        }
        this.url = url;
        this.token = token;
        // An upgrade to HTTP/2 would be offered with every first request, and gains nothing here.
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .build();
    }

    URI url() {
        return url;
    }

    HttpRequest.Builder request(String path) {
        String base = url.toString();
        HttpRequest.Builder request = HttpRequest.newBuilder(
                URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return request;
    }

    /** A request with a JSON body. */
    HttpRequest.Builder request(String method, String path, JsonNode body) {
        return request(path)
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)));
    }

    /** The JSON of a successful answer; null where there is none. */
    JsonNode json(HttpRequest request) {
        HttpResponse<String> answer = send(request, BodyHandlers.ofString());
        if (answer.statusCode() >= 300) {
            throw refusal(answer.statusCode(), answer.body(), answer);
        }
        try {
            return answer.body().isEmpty() ? JsonNodeFactory.instance.nullNode() : JSON.readTree(answer.body());
        } catch (JacksonException e) {
            throw ApiException.unreachable(request.method() + " " + request.uri() + ": the answer is no JSON", e);
        }
    }

    /** The body of a successful answer, while it comes. */
    InputStream stream(HttpRequest request) {
        HttpResponse<InputStream> answer = send(request, BodyHandlers.ofInputStream());
        if (answer.statusCode() < 300) {
            return answer.body();
        }
        try (InputStream body = answer.body()) {
            throw refusal(answer.statusCode(), new String(body.readNBytes(65_536), StandardCharsets.UTF_8), answer);
        } catch (IOException e) {
            throw refusal(answer.statusCode(), "", answer);
        }
    }

    <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler) {
        refuseIfClosed();
        return http.sendAsync(request, handler);
    }

    void close() {
        closed = true;
    }

    private <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler) {
        refuseIfClosed();
        try {
            return http.send(request, handler);
        } catch (IOException e) {
            throw ApiException.unreachable(request.method() + " " + request.uri() + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ApiException.unreachable(request.method() + " " + request.uri() + ": interrupted", e);
        }
    }

    private void refuseIfClosed() {
        if (closed) {
            throw new IllegalStateException("this client is closed");
        }
    }

    private static ApiException refusal(int status, String body, HttpResponse<?> answer) {
        Optional<Duration> wait = answer.headers()
                .firstValue("Retry-After")
                .filter(text -> text.matches("\\d{1,9}"))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)));
        return new ApiException(status, problem(body), wait.orElse(null));
    }

    private static JsonNode problem(String body) {
        try {
            JsonNode problem = JSON.readTree(body);
            return problem.isObject() ? problem : JsonNodeFactory.instance.objectNode();
        } catch (JacksonException e) {
            return JsonNodeFactory.instance.objectNode();
        }
    }
}
