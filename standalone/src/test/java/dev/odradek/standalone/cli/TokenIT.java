package dev.odradek.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.odradek.standalone.service.RunningOdradek;
import dev.odradek.standalone.service.Service;
import dev.odradek.topics.format.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HTTP as {@code up} serves it, and the tokens that the command line makes for it. */
class TokenIT {
    private static final String MACHINE = """
            {"machine": "lamp", "axes": {"status": {"initial": "on", "states": ["on", "off"], "terminal": ["off"],
             "edges": {"on": ["off"]}}}}""";

    @TempDir
    Path dir;

    @Test
    @DisplayName("up serves HTTP, to whom a token says, and reads see what was posted")
    void tokens() throws Exception {
        EnumSet<Service> without = EnumSet.complementOf(EnumSet.of(Service.DATABASE, Service.READ_MODEL));
        try (RunningOdradek odradek =
                RunningOdradek.in(dir, without, Map.of("odradek.ingest.open-loopback", "false"))) {
            assertThat(get(odradek.url() + "/healthz", "").body()).isEqualTo("ok\n");
            assertThat(get(odradek.url() + "/v1/machines", "").statusCode()).isEqualTo(401);
            assertThat(odradek("token").out()).contains("There is no token");

            CliRun created =
                    odradek("token", "create", "--tenant", "acme", "--scope", "operate,trigger,read", "--name", "me");
            assertThat(created.err()).isEmpty();
            String token = created.out().strip();
            await().until(() -> get(odradek.url() + "/v1/machines", token).statusCode() == 200);
            assertThat(send("PUT", odradek.url() + "/v1/machines/lamp", MACHINE, token)
                            .statusCode())
                    .isEqualTo(200);
            String id = Json.parse(send("POST", odradek.url() + "/v1/items", "{\"machine\": \"lamp\"}", token)
                            .body())
                    .path("id")
                    .asString();
            await().until(() -> get(odradek.url() + "/v1/items/" + id, token).statusCode() == 200);
            assertThat(get(odradek.url() + "/v1/items/nobody", token).statusCode())
                    .as("every partition is here, so that nobody else need be asked")
                    .isEqualTo(404);

            String listed = odradek("token", "list", "--json").out();
            assertThat(listed).contains("acme", "operate", "me").doesNotContain(token, "hash");
            String tokenId = Json.parse(listed).get(0).path("id").asString();
            assertThat(odradek("token", "revoke", tokenId).out()).contains("is revoked");
            assertThat(odradek("token", "revoke", tokenId).exit()).isEqualTo(3);
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> get(odradek.url() + "/v1/machines", token).statusCode() == 401);
        }
    }

    private CliRun odradek(String... args) {
        return CliRun.of(Stream.concat(Arrays.stream(args), Stream.of("--data-dir", dir.toString()))
                .toArray(String[]::new));
    }

    private static HttpResponse<String> get(String url, String token) throws IOException, InterruptedException {
        return send("GET", url, "", token);
    }

    private static HttpResponse<String> send(String method, String url, String body, String token)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
