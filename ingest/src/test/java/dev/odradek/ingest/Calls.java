package dev.odradek.ingest;

import dev.odradek.topics.format.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/** Requests of a test: plain, and one at a time. */
public final class Calls {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final String url;
    private final String[] headers;

    public Calls(String url, String... headers) {
        this.url = url;
        this.headers = headers;
    }

    /** The same with these headers in every request, by name and value. */
    public Calls with(String... more) {
        String[] all = new String[headers.length + more.length];
        System.arraycopy(headers, 0, all, 0, headers.length);
        System.arraycopy(more, 0, all, headers.length, more.length);
        return new Calls(url, all);
    }

    public Calls bearing(String token) {
        return with("Authorization", "Bearer " + token);
    }

    public Reply get(String path) {
        return send(request(path).GET());
    }

    public Reply delete(String path) {
        return send(request(path).DELETE());
    }

    public Reply post(String path) {
        return send(request(path).POST(BodyPublishers.noBody()));
    }

    public Reply post(String path, String json) {
        return send("POST", path, json, "application/json");
    }

    public Reply send(String method, String path, String body, String contentType) {
        return send(request(path).header("Content-Type", contentType).method(method, BodyPublishers.ofString(body)));
    }

    public HttpRequest.Builder request(String path) {
        HttpRequest.Builder builder =
                HttpRequest.newBuilder(URI.create(url + path)).timeout(LIMIT);
        return headers.length == 0 ? builder : builder.headers(headers);
    }

    public Reply send(HttpRequest.Builder request) {
        try {
            return new Reply(CLIENT.send(request.build(), BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /** What came back. */
    public record Reply(HttpResponse<String> raw) {
        public int status() {
            return raw.statusCode();
        }

        public String body() {
            return raw.body();
        }

        public JsonNode json() {
            return Json.parse(raw.body());
        }

        /** The value of a text member of the answer. */
        public String text(String member) {
            return json().path(member).asString("");
        }

        public String code() {
            return text("code");
        }

        public String header(String name) {
            return raw.headers().firstValue(name).orElse("");
        }

        @Override
        public String toString() {
            return status() + " " + body();
        }
    }
}
