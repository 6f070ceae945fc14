package dev.odradek.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.ingest.access.Needs;
import dev.odradek.ingest.access.Open;
import dev.odradek.ingest.access.Scope;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.coyote.AbstractProcessor;
import org.apache.coyote.AbstractProtocol;
import org.apache.coyote.Processor;
import org.apache.coyote.ProtocolHandler;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;

class IngestServiceIT {
    @TempDir
    static Path dir;

    private static IngestRig rig;

    @BeforeAll
    static void start() {
        rig = IngestRig.start(dir);
    }

    @AfterAll
    static void stop() throws Exception {
        rig.close();
    }

    @Test
    @DisplayName("A59 /healthz says ok to anybody")
    void health() {
        assertThat(rig.http().get("/healthz").body()).isEqualTo("ok\n");
    }

    @Test
    @DisplayName("the OpenAPI document has every route there is and no other, each with its scopes")
    void described() {
        Set<String> described = new TreeSet<>();
        rig.http()
                .get("/v1/openapi.json")
                .json()
                .path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(operation -> {
                    if (!operation.getKey().equals("parameters")) {
                        described.add(operation.getKey() + " " + path.getKey() + " "
                                + scopes(operation.getValue().path("x-scope")));
                    }
                }));

        assertThat(described).isEqualTo(registered());
    }

    private static String scopes(JsonNode scopes) {
        return scopes.valueStream().map(JsonNode::asString).sorted().collect(Collectors.joining(","));
    }

    /** Every route as Spring has it; one that is neither open nor has a scope is told as such. */
    static Set<String> registered() {
        Set<String> routes = new TreeSet<>();
        rig.ingest()
                .context()
                .getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
                .getHandlerMethods()
                .forEach((mapping, method) -> {
                    Needs needs = method.getMethodAnnotation(Needs.class);
                    String scopes = needs == null
                            ? method.hasMethodAnnotation(Open.class) ? "" : "nobody"
                            : Arrays.stream(needs.value())
                                    .map(Scope::label)
                                    .sorted()
                                    .collect(Collectors.joining(","));
                    mapping.getMethodsCondition()
                            .getMethods()
                            .forEach(verb -> mapping.getPatternValues()
                                    .forEach(path -> routes.add(
                                            verb.name().toLowerCase(Locale.ROOT) + " " + path + " " + scopes)));
                });
        return routes;
    }

    @Test
    @DisplayName("a stream that is asked for while the service stops is refused for now")
    void stoppingStreams() {
        rig.ingest().context().getBean("countStreams", SmartLifecycle.class).stop();

        Calls.Reply reply = rig.http().get("/v1/queues/fetch/events");

        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.code()).isEqualTo("starting");
        assertThat(reply.header("Retry-After")).matches("\\d+");
    }

    @Test
    @DisplayName("a request is answered though Tomcat looks for time-outs while its connection is used again")
    void notLost() throws Exception {
        String body = "{\"worker\": \"w\", \"wait_ms\": 1000}";
        String head = "POST /v1/queues/nowhere/claim HTTP/1.1\r\nHost: localhost\r\n"
                + "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n";
        URI url = URI.create(rig.url());
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            socket.setSoTimeout(20_000);
            Waiting waiting = new Waiting(rig.ingest());
            send(socket, head + body);
            Processor processor = waiting.first();
            assertThat(statusAndRest(socket, "null")).isEqualTo("HTTP/1.1 200");
            eventually().until(() -> !waiting.isInUse(processor));

            // Its body is waited for: it is not asynchronous yet.
            send(socket, head);
            eventually().until(() -> waiting.isInUse(processor));
            processor.timeoutAsync(System.currentTimeMillis());
            send(socket, body);

            assertThat(statusAndRest(socket, "null")).isEqualTo("HTTP/1.1 200");
        }
    }

    private static ConditionFactory eventually() {
        return Awaitility.await().atMost(Duration.ofSeconds(20)).pollInterval(Duration.ofMillis(10));
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Reads an answer with this body. */
    private static String statusAndRest(Socket socket, String body) throws IOException {
        StringBuilder read = new StringBuilder();
        while (!read.toString().endsWith("\r\n\r\n" + body)) {
            int next = socket.getInputStream().read();
            assertThat(next).as(read.toString()).isNotNegative();
            read.append((char) next);
        }
        return read.substring(0, 12);
    }

    /** The requests that Tomcat knows to wait, which it shows to nobody. */
    private record Waiting(Set<Processor> all) {
        Waiting(IngestService ingest) throws ReflectiveOperationException {
            this(of(((TomcatWebServer) ((WebServerApplicationContext) ingest.context()).getWebServer())
                    .getTomcat()
                    .getConnector()
                    .getProtocolHandler()));
        }

        @SuppressWarnings("unchecked")
        private static Set<Processor> of(ProtocolHandler handler) throws ReflectiveOperationException {
            Field waiting = AbstractProtocol.class.getDeclaredField("waitingProcessors");
            waiting.setAccessible(true);
            return (Set<Processor>) waiting.get(handler);
        }

        Processor first() {
            eventually().until(() -> !all.isEmpty());
            return all.iterator().next();
        }

        boolean isInUse(Processor processor) throws ReflectiveOperationException {
            Method socket = AbstractProcessor.class.getDeclaredMethod("getSocketWrapper");
            socket.setAccessible(true);
            return socket.invoke(processor) != null;
        }
    }

    @Test
    @DisplayName("what is not there is a problem document")
    void nothingThere() {
        Calls.Reply reply = rig.http().get("/v1/nonsense");

        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(reply.code()).isEqualTo("not_found");
    }
}
