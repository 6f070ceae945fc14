package dev.odradek.ingest.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.ingest.Calls;
import dev.odradek.ingest.Calls.Reply;
import dev.odradek.ingest.IngestRig;
import dev.odradek.ingest.IngestService;
import dev.odradek.topics.format.Json;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class AccessIT {
    @TempDir
    static Path dir;

    private static IngestRig rig;
    private static Tokens tokens;
    /** An ingest for which a token is needed, even from this machine. */
    private static Calls closed;

    @BeforeAll
    static void start() {
        rig = IngestRig.start(dir);
        rig.define("ping.yaml");
        tokens = Tokens.of(rig.connection());
        IngestService ingest = rig.anotherIngest(Map.of("odradek.ingest.open-loopback", "false"));
        closed = new Calls(ingest.url());
    }

    @AfterAll
    static void stop() throws Exception {
        rig.close();
    }

    @Test
    @DisplayName("A59 without a token, with a wrong or a revoked one: 401, but for health")
    void unauthorized() {
        Tokens.Created created = tokens.create("default", EnumSet.of(Scope.READ), "short-lived");
        Calls bearing = closed.bearing(created.token());
        Awaitility.await().until(() -> bearing.get("/v1/machines").status() == 200);

        assertUnauthorized(closed.get("/v1/machines"));
        assertUnauthorized(closed.bearing("nonsense").get("/v1/machines"));
        assertUnauthorized(closed.with("Authorization", "Basic YTpi").get("/v1/machines"));
        assertUnauthorized(closed.bearing(otherSecret(created.token())).get("/v1/machines"));
        assertThat(closed.get("/healthz").status()).isEqualTo(200);

        assertThat(tokens.revoke(created.record().id())).isTrue();
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertUnauthorized(bearing.get("/v1/machines")));
    }

    @Test
    @Timeout(60)
    @DisplayName("A59 a stream of counts ends when its token is revoked, and no other does")
    void revokedStream() throws Exception {
        Tokens.Created revoked = tokens.create("default", EnumSet.of(Scope.WORK), "to be revoked");
        Tokens.Created kept = tokens.create("default", EnumSet.of(Scope.WORK), "to be kept");
        for (Tokens.Created each : List.of(revoked, kept)) {
            Awaitility.await()
                    .until(() -> closed.bearing(each.token()).get("/v1/workers").status() == 403);
        }
        try (Stream<String> ending = stream(revoked);
                Stream<String> staying = stream(kept)) {
            Iterator<String> others = staying.iterator();
            long before = count(others.next());

            assertThat(tokens.revoke(revoked.record().id())).isTrue();
            // Read to its end, which there is none of while it is open.
            assertThat(ending).isNotEmpty();
            assertUnauthorized(closed.bearing(revoked.token()).get("/v1/queues/ping/events"));

            rig.http().with("Prefer", "wait").post("/v1/items", "{\"machine\": \"ping\"}");
            Optional<String> more = Stream.generate(others::next)
                    .filter(line -> line.startsWith("data: ") && count(line) > before)
                    .findFirst();
            assertThat(more).isPresent();
        }
    }

    private static long count(String line) {
        return Json.parse(line.substring("data: ".length())).path("count").asLong();
    }

    private static Stream<String> stream(Tokens.Created token) throws Exception {
        HttpResponse<Stream<String>> opened = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .build()
                .send(
                        closed.bearing(token.token())
                                .request("/v1/queues/ping/events")
                                .build(),
                        HttpResponse.BodyHandlers.ofLines());
        assertThat(opened.statusCode()).isEqualTo(200);
        return opened.body();
    }

    @Test
    @DisplayName("A1 a token for work alone is enough to do the work, and for nothing else")
    void workAlone() {
        Calls worker = bearer("default", Scope.WORK);
        Reply posted = rig.http().with("Prefer", "wait").post("/v1/items", "{\"machine\": \"ping\"}");
        assertThat(posted.status()).as(posted.toString()).isEqualTo(201);

        Reply claimed = worker.post("/v1/queues/ping/claim", "{\"worker\": \"w-1\", \"wait_ms\": 20000}");
        assertThat(claimed.status()).as(claimed.toString()).isEqualTo(200);
        Reply completed = worker.post("/v1/claims/" + claimed.text("claim") + "/complete", "{}");
        assertThat(completed.status()).as(completed.toString()).isEqualTo(200);

        assertForbidden(worker.get("/v1/items/" + posted.text("id")), "read");
        assertForbidden(worker.post("/v1/items", "{\"machine\": \"ping\"}"), "trigger");
        assertForbidden(worker.delete("/v1/items/" + posted.text("id")), "operate");
        assertForbidden(worker.get("/v1/dead-letters"), "operate");
    }

    @Test
    @DisplayName("A62 a token to read alone is refused on every route that writes, and each is left out of the audit")
    void readAlone() {
        Calls reader = bearer("default", Scope.READ);
        List<String> refused = new ArrayList<>();
        rig.http()
                .get("/v1/openapi.json")
                .json()
                .path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(operation -> {
                    String scopes = operation.getValue().path("x-scope").toString();
                    if (operation.getKey().matches("post|put|patch|delete") && !scopes.equals("")) {
                        String method = operation.getKey().toUpperCase(Locale.ROOT);
                        String address = path.getKey().replaceAll("\\{[^}]+}", "x");
                        Reply reply = reader.send(method, address, "{}", "application/json");
                        assertThat(reply.status()).as(method + " " + address).isEqualTo(403);
                        refused.add(method + " " + address);
                    }
                }));

        assertThat(refused).hasSizeGreaterThan(15).contains("POST /v1/items/x/cancel", "POST /v1/dead-letters/redrive");
        assertThat(rig.http().get("/v1/audit").body()).doesNotContain("/v1/items/x/cancel");
        assertForbidden(reader.get("/v1/audit"), "operate");
        assertThat(reader.get("/v1/access").json().path("scopes").toString()).isEqualTo("[\"read\"]");
    }

    @Test
    @DisplayName("A62 what an operator does is kept: who, what, and how it was answered")
    void audited() {
        Calls operator = bearer("globex", Scope.OPERATE);
        assertThat(operator.post("/v1/items/nothing/cancel", "{}").status()).isEqualTo(404);

        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(operator.get("/v1/audit").body())
                        .contains("\"target\":\"/v1/items/nothing/cancel\"", "\"status\":404")
                        .doesNotContain("this machine"));
    }

    @Test
    @DisplayName("another tenant's items are not there, whatever the request says")
    void otherTenant() {
        String id = rig.http()
                .with("Prefer", "wait")
                .post("/v1/items", "{\"machine\": \"ping\"}")
                .text("id");
        Calls stranger = bearer("globex", Scope.values()).with("Odradek-Tenant", "default");

        assertThat(rig.http().get("/v1/items/" + id).status()).isEqualTo(200);
        for (Reply reply : List.of(
                stranger.get("/v1/items/" + id + "?tenant=default"),
                stranger.get("/v1/items/" + id + "?tenant=globex&tenant=default&%74enant=default"),
                stranger.send("PATCH", "/v1/items/" + id, "{\"a\": 1}", "application/json"),
                stranger.post("/v1/items/" + id + "/cancel"),
                stranger.delete("/v1/items/" + id))) {
            assertThat(reply.status()).as(reply.toString()).isEqualTo(404);
            assertThat(reply.code()).isEqualTo("not_found");
        }
        assertThat(stranger.post("/v1/items", "{\"machine\": \"ping\"}").code()).isEqualTo("unknown_machine");
        assertThat(stranger.get("/v1/machines").body()).doesNotContain("ping");
        assertThat(stranger.get("/v1/machines?tenant=default").status()).isEqualTo(404);
        assertThat(stranger.get("/v1/dead-letters").code()).isEqualTo("forbidden");
    }

    @Test
    @DisplayName("who comes through a proxy or from somebody's page is not from this machine")
    void proxied() {
        assertThat(rig.http().get("/v1/machines").status()).isEqualTo(200);
        for (String[] header : new String[][] {
            {"X-Forwarded-For", "127.0.0.1"},
            {"X-Real-IP", "10.0.0.1"},
            {"Via", "1.1 proxy"},
            {"X-Forwarded-Proto", "https"},
            {"Origin", "https://example.org"},
            {"Sec-Fetch-Site", "cross-site"}
        }) {
            Reply reply = rig.http().with(header).get("/v1/machines");
            assertThat(reply.status()).as(header[0] + " " + reply).isEqualTo(401);
        }
    }

    @Test
    @DisplayName("once there is a token, others may reach it: it says so, and this machine has its own way to it")
    void others() {
        tokens.create("default", EnumSet.of(Scope.READ), "others");
        IngestService open = rig.anotherIngest(Map.of("odradek.ingest.address", "0.0.0.0"));

        assertThat(open.listening()).isEqualTo("http://0.0.0.0:" + open.port());
        assertThat(open.url()).isEqualTo("http://127.0.0.1:" + open.port());
        assertUnauthorized(new Calls(open.url()).get("/v1/machines"));
    }

    @Test
    @DisplayName("X13 of a token only a hash gets into the topic")
    void noSecretInTheTopic() {
        Tokens.Created created = tokens.create("default", EnumSet.of(Scope.READ), "to be looked for");
        String secret = created.token().substring(created.token().lastIndexOf('_') + 1);
        Map<String, Object> properties = new HashMap<>(rig.connection().clientProperties());
        properties.put("auto.offset.reset", "earliest");
        StringBuilder found = new StringBuilder();
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(new TopicPartition(rig.connection().plan().tokens(), 0)));
            Awaitility.await().until(() -> {
                for (ConsumerRecord<String, String> each : consumer.poll(Duration.ofMillis(200))) {
                    found.append(each.key()).append(each.value());
                }
                return found.toString().contains("to be looked for");
            });
        }

        assertThat(found.toString()).contains(created.record().hash()).doesNotContain(secret, created.token());
    }

    @Test
    @DisplayName("a page in a browser, or somebody behind a proxy, is not this machine")
    void notLoopback() throws Exception {
        assertUnauthorized(rig.http().with("Origin", "https://evil.example").get("/v1/machines"));
        assertUnauthorized(rig.http().with("X-Forwarded-For", "203.0.113.9").get("/v1/machines"));
        assertThat(rig.http()
                        .with("Origin", "http://localhost:3000")
                        .get("/v1/machines")
                        .status())
                .isEqualTo(200);
        assertThat(raw("GET /v1/machines HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 401");
    }

    @Test
    @DisplayName("what Tomcat refuses by itself is a problem document, too")
    void tomcatsOwn() throws Exception {
        for (String request : List.of(
                "GET /v1/items/%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                "GET /v1/items/a%2Fb HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                "GET /v1/items|x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                "GET /v1/items HTTP/1.1\r\nConnection: close\r\n\r\n")) {
            assertThat(raw(request)).startsWith("HTTP/1.1 400").doesNotContain("<html", "Exception", "\tat ");
        }
        assertThat(raw("TRACE /v1/items HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 405")
                .contains("method_not_allowed");
    }

    private static String raw(String request) throws Exception {
        int port = java.net.URI.create(rig.url()).getPort();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port));
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Requests with a token that every instance knows of. */
    private static Calls bearer(String tenant, Scope... scopes) {
        Calls bearing = closed.bearing(
                tokens.create(tenant, EnumSet.copyOf(List.of(scopes)), "test").token());
        Awaitility.await().until(() -> bearing.get("/v1/workers").status() != 401);
        return bearing;
    }

    private static String otherSecret(String token) {
        char last = token.charAt(token.length() - 1);
        return token.substring(0, token.length() - 1) + (last == 'a' ? 'b' : 'a');
    }

    private static void assertUnauthorized(Reply reply) {
        assertThat(reply.status()).as(reply.toString()).isEqualTo(401);
        assertThat(reply.code()).isEqualTo("unauthorized");
        assertThat(reply.header("WWW-Authenticate")).isEqualTo("Bearer");
    }

    private static void assertForbidden(Reply reply, String scope) {
        assertThat(reply.status()).as(reply.toString()).isEqualTo(403);
        assertThat(reply.code()).isEqualTo("forbidden");
        assertThat(reply.text("detail")).contains("the scope " + scope);
    }
}
