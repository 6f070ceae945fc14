package dev.odradek.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.ingest.access.Needs;
import dev.odradek.ingest.access.Open;
import dev.odradek.ingest.access.Scope;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
    @DisplayName("what is not there is a problem document")
    void nothingThere() {
        Calls.Reply reply = rig.http().get("/v1/nonsense");

        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(reply.code()).isEqualTo("not_found");
    }
}
