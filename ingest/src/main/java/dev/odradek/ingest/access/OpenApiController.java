package dev.odradek.ingest.access;

import dev.odradek.topics.format.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The description of every route, written by hand and compared with the routes by a test. */
@RestController
final class OpenApiController {
    private static final List<String> PARTS = List.of("operations", "item", "claim", "console", "trigger", "artifact");

    private final byte[] document = Json.bytes(read());

    @Open
    @GetMapping("/v1/openapi.json")
    ResponseEntity<byte[]> document() {
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(document);
    }

    /** One part for each package: its paths. */
    private static JsonNode read() {
        YAMLMapper yaml = new YAMLMapper();
        ObjectNode whole = (ObjectNode) part(yaml, "document");
        ObjectNode paths = whole.putObject("paths");
        PARTS.forEach(name ->
                part(yaml, name).path("paths").properties().forEach(path -> paths.set(path.getKey(), path.getValue())));
        return whole;
    }

    private static JsonNode part(YAMLMapper yaml, String name) {
        try (InputStream in = OpenApiController.class.getResourceAsStream("/openapi/" + name + ".yaml")) {
            if (in == null) {
                throw new IllegalStateException("the module lacks its own resource openapi/" + name + ".yaml");
            }
            return yaml.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
