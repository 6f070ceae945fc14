package dev.odradek.bench.peer;

import dev.odradek.topics.format.Json;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;

/**
 * What items carry: nothing to speak of; so many bytes of their own ({@code payload-bytes}); or, with
 * {@code artifact-url}, the name of an artifact of so many bytes that was stored first. No two carry the same.
 */
final class Payloads {
    private static final JsonNode SMALL = Json.parse("{\"n\":1}");
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    private final int bytes;
    private final String filling;
    private final Artifacts artifacts;

    private Payloads(int bytes, Artifacts artifacts) {
        this.bytes = bytes;
        this.artifacts = artifacts;
        StringBuilder random = new StringBuilder(bytes);
        new Random(1).ints(bytes, 0, ALPHABET.length()).forEach(i -> random.append(ALPHABET.charAt(i)));
        this.filling = random.toString();
    }

    static Payloads of(Map<String, String> options) {
        return new Payloads(Integer.parseInt(options.getOrDefault("payload-bytes", "0")), Artifacts.of(options));
    }

    CompletableFuture<JsonNode> of(String id) {
        if (bytes == 0) {
            return CompletableFuture.completedFuture(SMALL);
        }
        String data = id + filling.substring(Math.min(bytes, id.length()));
        return artifacts.isThere()
                ? artifacts.put(data.getBytes(StandardCharsets.US_ASCII)).thenApply(name -> field("artifact", name))
                : CompletableFuture.completedFuture(field("data", data));
    }

    private static JsonNode field(String name, String value) {
        return Json.mapper().createObjectNode().put(name, value);
    }
}
