package dev.odradek.standalone.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What answers until ingest does, and where none runs. */
class HttpSideTest {
    @ParameterizedTest
    @CsvSource({"GET, /v1/items", "GET, /metrics", "POST, /v1/items", "PUT, /v1/artifacts", "GET, /v1/openapi.json"})
    void untilIngestAnswersNothingIsToldOrRefusedForGood(String method, String path)
            throws IOException, InterruptedException {
        try (Metrics metrics = new Metrics();
                HttpSide http = HttpSide.start(0, metrics, () -> false, true)) {
            ListRoutes secrets = new ListRoutes(
                    () -> {
                        throw new AssertionError("asked for a list that needs a token");
                    },
                    Optional::empty);
            http.serve(new ReadRoutes(Optional.empty(), secrets, Optional.empty()));

            HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + http.port() + path))
                                    .method(method, HttpRequest.BodyPublishers.noBody())
                                    .build(),
                            BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue("Retry-After")).contains("2");
            assertThat(answer.body()).contains("\"code\":\"starting\"");
        }
    }

    @ParameterizedTest
    @CsvSource({"/healthz, true", "/v1/items, true", "/v1/machines, true", "/v1/items/a, false", "/v1/queues, false"})
    void whatCannotBeAnsweredNowIsToBeAskedAgain(String path, boolean reads) throws IOException, InterruptedException {
        try (Metrics metrics = new Metrics();
                HttpSide http = HttpSide.start(0, metrics, () -> false, false)) {
            ListRoutes broken = new ListRoutes(
                    () -> {
                        throw new IllegalStateException("nobody foresaw this");
                    },
                    Optional::empty);
            if (reads) {
                http.serve(new ReadRoutes(Optional.empty(), broken, Optional.empty()));
            }

            HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + http.port() + path))
                                    .build(),
                            BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).doesNotContain("nobody foresaw this");
            assertThat(answer.headers().firstValue("Retry-After")).contains("2");
            assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        }
    }
}
