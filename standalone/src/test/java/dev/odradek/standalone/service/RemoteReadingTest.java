package dev.odradek.standalone.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.odradek.ingest.Reading.Answered;
import dev.odradek.topics.settings.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of reads that another process should answer. */
class RemoteReadingTest {
    @TempDir
    Path dir;

    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer("/v1/items", "application/json", "{\"items\":[]}");
        answer("/v1/queues", "text/html", "<html>");
        answer("/v1/failures", "no type at all", "{}");
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void theAnswerOfTheOtherIsPassedOn() {
        Answered answered = reading(url()).get("/v1/items", "tenant=default");

        assertThat(answered).isEqualTo(new Answered(200, "application/json", "{\"items\":[]}"));
    }

    @ParameterizedTest
    @CsvSource({"/v1/queues", "/v1/failures"})
    void whatIsNoOdradekIsNotPassedOn(String path) {
        assertAway(reading(url()).get(path, null), "is no odradek");
    }

    @Test
    void whoeverCannotBeAskedIsNamed() {
        assertAway(reading("http://127.0.0.1:1").get("/v1/items", null), "Nothing answers reads at http://127.0.0.1:1");
        assertAway(reading("nonsense").get("/v1/items", null), "check that odradek.ingest.reads-url is such as");
        assertAway(reading(url()).get("/v1/items/\"", null), "percent-encoded");
        assertAway(reading("").get("/v1/items", null), "No state-store runs in this process or on its data directory");
    }

    private static void assertAway(Answered answered, String why) {
        assertThat(answered.status()).isEqualTo(503);
        assertThat(answered.contentType()).isEqualTo("application/problem+json");
        assertThat(answered.body()).contains(why);
    }

    private RemoteReading reading(String url) {
        Settings settings = new Settings(Map.of(RemoteReading.URL, url), Map.of());
        return new RemoteReading(
                new StandaloneConfig(new DataDir(dir), EnumSet.of(Service.INGEST), Optional.empty(), 0, 0, settings));
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(String path, String type, String body) {
        server.createContext(path, exchange -> {
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(200, body.length());
            exchange.getResponseBody().write(body.getBytes(UTF_8));
            exchange.close();
        });
    }
}
