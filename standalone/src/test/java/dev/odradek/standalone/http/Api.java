package dev.odradek.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.client.OdradekClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the tests ask the service for themselves. */
final class Api implements AutoCloseable {
    private final String url;
    private final HttpClient http = HttpClient.newHttpClient();
    private final OdradekClient client;

    Api(String url) {
        this.url = url;
        this.client = OdradekClient.to(url);
    }

    /** A machine of one axis, whose only queue has its name. */
    void define(String name, String lease) throws Exception {
        define(name, lease, 1);
    }

    void define(String name, String lease, int batch) throws Exception {
        defineYaml(name, """
                machine: %1$s
                axes:
                  status:
                    initial: ready
                    states: [ready, doing, done, failed]
                    terminal: [done, failed]
                    claims:
                      - {queue: %1$s, from: ready, into: doing, done: done, lease: %2$s, batch: %3$d}
                """.formatted(name, lease, batch));
    }

    String post(String machine, Map<String, ?> payload) {
        return client.post(machine, payload).id();
    }

    JsonNode axis(String item) {
        return client.get(item).path("axes").path("status");
    }

    String state(String item) {
        return axis(item).path("status").asString();
    }

    JsonNode workers() throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(url + "/v1/workers")).build();
        return JsonMapper.shared()
                .readTree(
                        http.send(request, HttpResponse.BodyHandlers.ofString()).body())
                .path("workers");
    }

    /** The answer to a request with a JSON body, which must be a good one. */
    JsonNode call(String method, String path, String json) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .header("Content-Type", path.endsWith("/bulk") ? "application/x-ndjson" : "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(json))
                .build();
        try {
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
            return JsonMapper.shared().readTree(answer.body().isEmpty() ? "null" : answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /** Claims one item of a queue; the claim's name. */
    String claim(String queue, String worker) {
        return call("POST", "/v1/queues/" + queue + "/claim", "{\"worker\": \"" + worker + "\", \"wait_ms\": 20000}")
                .path("claim")
                .asString();
    }

    /** Claims one item of a queue and gives it up. */
    void giveUp(String queue, String error) {
        call(
                "POST",
                "/v1/claims/" + claim(queue, "unlucky") + "/fail",
                JsonMapper.shared().writeValueAsString(Map.of("kind", "give_up", "error", error)));
    }

    OdradekClient client() {
        return client;
    }

    void defineYaml(String name, String yaml) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/v1/machines/" + name))
                .header("Content-Type", "application/yaml")
                .PUT(HttpRequest.BodyPublishers.ofString(yaml))
                .build();
        HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    @Override
    public void close() {
        client.close();
    }
}
