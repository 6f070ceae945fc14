package dev.odradek.standalone.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.odradek.topics.format.Json;
import dev.odradek.topics.settings.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code up --only ingest} on the data directory of others: one is the broker, one answers the reads. */
class IngestAloneIT {
    private static final Set<Service> READS = EnumSet.of(Service.DATABASE, Service.STATE_STORE, Service.READ_MODEL);
    /** Of this machine, but not where everything else listens. */
    private static final String ADDRESS = "127.0.0.2";

    private static final String MACHINE = """
            machine: job
            axes:
              status:
                initial: new
                states: [new, busy, done, failed]
                terminal: [done, failed]
                claims:
                  - {queue: jobs, from: new, into: busy, done: done}
            """;

    @TempDir
    Path dir;

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<String> said = new ArrayList<>();

    @Test
    @DisplayName(
            "ingest alone serves all of HTTP; it says where it listens, and who is missing once nobody answers reads")
    void alone() throws Exception {
        try (RunningOdradek broker = RunningOdradek.in(dir, EnumSet.of(Service.BROKER), Map.of());
                RunningOdradek reads = RunningOdradek.in(dir, READS, Map.of("odradek.database.port", "0"));
                ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName(ADDRESS))) {
            assertThat(reads.connection().bootstrap())
                    .isEqualTo(broker.connection().bootstrap());
            assertThatThrownBy(() -> ingest("0.0.0.0", 0))
                    .hasMessageContaining("there is no token; start it without odradek.ingest.address first");

            try (Standalone ingest = ingest(ADDRESS, taken.getLocalPort())) {
                Endpoint announced = new DataDir(dir).running(Service.INGEST).orElseThrow();
                assertThat(ingest.url())
                        .isEqualTo(announced.url())
                        .startsWith("http://" + ADDRESS + ":")
                        .doesNotEndWith(":" + taken.getLocalPort());
                assertThat(said)
                        .containsExactly("Port " + taken.getLocalPort() + " is taken; HTTP listens on port "
                                + announced.httpPort() + " instead.");
                String id = worksAndReads(announced.url());
                lookedUp(announced.url());

                reads.close();

                for (String path :
                        List.of("/v1/items", "/v1/items/" + id, "/v1/items/" + id + "/why", "/v1/machines")) {
                    HttpResponse<String> away = send("GET", announced.url() + path, "");
                    assertThat(away.statusCode()).as(away.body()).isEqualTo(503);
                    assertThat(away.headers().firstValue("Retry-After")).isPresent();
                    assertThat(away.headers().firstValue("Content-Type")).contains("application/problem+json");
                    assertThat(away.body())
                            .contains("no_read_model", "No state-store runs in this process or on its data directory");
                }
            }
        }
    }

    /** The id of an item that was posted, seen in every way, claimed and completed. */
    private String worksAndReads(String url) throws Exception {
        assertThat(send("PUT", url + "/v1/machines/job", MACHINE, "Content-Type", "application/yaml")
                        .statusCode())
                .isEqualTo(200);
        JsonNode posted = json(post(url + "/v1/items", "{\"machine\": \"job\"}"));
        String id = posted.path("id").asString();
        String after = "?after=" + posted.path("token").asString();
        for (String path : List.of("", "/" + id, "/" + id + "/why", "/" + id + "/history")) {
            HttpResponse<String> read = send("GET", url + "/v1/items" + path + after, "");
            assertThat(read.statusCode()).as(read.body()).isEqualTo(200);
            assertThat(read.body()).contains(id);
        }
        JsonNode claim = json(post(url + "/v1/queues/jobs/claim", "{\"worker\": \"w\", \"wait_ms\": 20000}"));
        assertThat(claim.at("/item/id").asString()).isEqualTo(id);
        json(post(url + "/v1/claims/" + claim.path("claim").asString() + "/complete", "{}"));
        await().until(() -> json(send("GET", url + "/v1/items/" + id, ""))
                .at("/axes/status/status")
                .asString()
                .equals("done"));
        return id;
    }

    /** Most of these are not on the partition of their own id. */
    private void lookedUp(String url) throws Exception {
        for (int n = 0; n < 4; n++) {
            JsonNode item = json(post(url + "/v1/items", "{\"machine\": \"job\", \"partition_key\": \"p" + n + "\"}"));

            json(post(url + "/v1/items/" + item.path("id").asString() + "/cancel", "{}"));
        }
        assertThat(post(url + "/v1/items/nobody/cancel", "{}").statusCode()).isEqualTo(404);
    }

    private Standalone ingest(String address, int port) {
        Settings settings = new Settings(Map.of("odradek.ingest.address", address), Map.of())
                .with("odradek.partitions", "3")
                .with("odradek.answer-slots", "4")
                .with("odradek.max-bytes", "100000");
        return Standalone.start(
                new StandaloneConfig(new DataDir(dir), EnumSet.of(Service.INGEST), Optional.empty(), 0, port, settings),
                said::add);
    }

    private static JsonNode json(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
        return Json.parse(answer.body());
    }

    private HttpResponse<String> post(String url, String body) throws IOException, InterruptedException {
        return send("POST", url, body, "Content-Type", "application/json", "Prefer", "wait");
    }

    private HttpResponse<String> send(String method, String url, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url)).method(method, BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), BodyHandlers.ofString());
    }
}
