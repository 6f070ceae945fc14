package dev.odradek.standalone.service;

import dev.odradek.topics.format.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is sent back for one request. */
record Reply(int status, String contentType, byte[] body) {
    static Reply json(Object value) {
        return new Reply(200, "application/json", Json.bytes(value));
    }

    static Reply text(String type, String text) {
        return new Reply(200, type, text.getBytes(StandardCharsets.UTF_8));
    }

    /** An error as RFC 9457 describes it. */
    static Reply problem(int status, String title, String detail) {
        Map<String, Object> problem = new LinkedHashMap<>();
        problem.put("title", title);
        problem.put("status", status);
        problem.put("detail", detail);
        return new Reply(status, "application/problem+json", Json.bytes(problem));
    }

    static Reply notFound(String detail) {
        return problem(404, "Not found", detail);
    }
}
