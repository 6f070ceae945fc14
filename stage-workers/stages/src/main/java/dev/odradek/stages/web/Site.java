package dev.odradek.stages.web;

import dev.odradek.topics.format.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Somebody else's HTTP, asked with the same headers and patience each time; what does not answer throws. */
public final class Site {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String url;
    private final Map<String, String> headers;
    private final Duration patience;

    private Site(String url, Map<String, String> headers, Duration patience) {
        this.url = url;
        this.headers = headers;
        this.patience = patience;
    }

    public static Site at(String url) {
        return new Site(url.endsWith("/") ? url.substring(0, url.length() - 1) : url, Map.of(), PATIENCE);
    }

    public Site with(String header, String value) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(header, value);
        return new Site(url, all, patience);
    }

    /** How long each answer may take. */
    public Site within(Duration time) {
        return new Site(url, headers, time);
    }

    public Answer get(String path) throws IOException, InterruptedException {
        return answer(request(path).GET());
    }

    /** Anything that becomes JSON: a map, a record, a node. */
    public Answer post(String path, Object body) throws IOException, InterruptedException {
        return answer(request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(Json.bytes(body))));
    }

    /** The same, to change what is there. */
    public Answer patch(String path, Object body) throws IOException, InterruptedException {
        return answer(request(path)
                .header("Content-Type", "application/json")
                .method("PATCH", BodyPublishers.ofByteArray(Json.bytes(body))));
    }

    public Answer upload(String path, Path file) throws IOException, InterruptedException {
        return answer(
                request(path).header("Content-Type", "application/octet-stream").PUT(BodyPublishers.ofFile(file)));
    }

    /** Writes a body of status 200 to the file; any other leaves an error in its place. */
    public HttpResponse<Path> download(String path, Path file) throws IOException, InterruptedException {
        return CLIENT.send(request(path).build(), BodyHandlers.ofFile(file));
    }

    /** For bodies that are passed on; the caller closes it. */
    public HttpResponse<InputStream> open(String path) throws IOException, InterruptedException {
        return CLIENT.send(request(path).build(), BodyHandlers.ofInputStream());
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url + path)).timeout(patience);
        headers.forEach(request::header);
        return request;
    }

    private static Answer answer(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString());
        return new Answer(
                response.statusCode(),
                response.body(),
                response.headers().firstValue("retry-after").orElse(""));
    }

    /**
     * What came back.
     *
     * @param retryAfter the header of that name; empty if there is none
     */
    public record Answer(int status, String body, String retryAfter) {
        public boolean isGood() {
            return status >= 200 && status < 300;
        }

        /** The body of a good answer; who is away throws an IOException, who refuses an IllegalStateException. */
        public JsonNode required(String who) throws IOException {
            if (isGood()) {
                return json();
            }
            if (status == 429 || status >= 500) {
                throw new IOException(who + " is away: " + this);
            }
            throw new IllegalStateException(who + " refuses: " + this);
        }

        /** The body as JSON; a missing node if it is none. */
        public JsonNode json() {
            try {
                return Json.parse(body);
            } catch (JacksonException e) {
                return Json.mapper().missingNode();
            }
        }

        @Override
        public String toString() {
            return status + " " + body;
        }
    }
}
