package dev.odradek.stages.web;

import dev.odradek.topics.format.Json;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * What a server was asked.
 *
 * @param path as it was sent, still encoded
 * @param parts what stood in the route's braces, still encoded
 * @param headers by name in lower case, the first value of each
 */
public record Request(String method, String path, Map<String, String> parts, Map<String, String> headers, String body) {

    public Request {
        parts = Map.copyOf(parts);
        headers = Map.copyOf(headers);
    }

    /** What stood in the route's braces of this name; empty if the route has none. */
    public String part(String name) {
        return parts.getOrDefault(name, "");
    }

    /** A header's first value; empty if it was not sent. */
    public String header(String lowerCaseName) {
        return headers.getOrDefault(lowerCaseName, "");
    }

    /** What the caller says makes two requests one; empty if it says nothing. */
    public String idempotencyKey() {
        return header("idempotency-key");
    }

    /** The body as JSON; a missing node if it is none. */
    public JsonNode json() {
        try {
            return Json.parse(body);
        } catch (JacksonException e) {
            return Json.mapper().missingNode();
        }
    }

    Request with(Map<String, String> found) {
        return new Request(method, path, found, headers, body);
    }
}
