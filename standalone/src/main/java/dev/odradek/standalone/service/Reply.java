package dev.odradek.standalone.service;

import dev.odradek.statestore.table.DatabaseConfig;
import dev.odradek.topics.format.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** What is sent back for one request. */
record Reply(int status, String contentType, String body) {
    private static final Pattern JDBC_URL = Pattern.compile("jdbc:[^\\s,;()]+");

    static Reply json(Object value) {
        return new Reply(200, "application/json", Json.mapper().writeValueAsString(value));
    }

    static Reply text(String type, String text) {
        return new Reply(200, type, text);
    }

    /** An error as RFC 9457 describes it. */
    static Reply problem(int status, String title, String detail) {
        Map<String, Object> problem = new LinkedHashMap<>();
        problem.put("title", title);
        problem.put("status", status);
        problem.put("detail", outward(detail));
        return new Reply(status, "application/problem+json", Json.mapper().writeValueAsString(problem));
    }

    /** The same words as ingest has, which will answer here in a moment. */
    static Reply starting() {
        Map<String, Object> problem = new LinkedHashMap<>();
        problem.put("type", "urn:odradek:problem:starting");
        problem.put("title", "Not ready yet");
        problem.put("status", 503);
        problem.put("detail", "This odradek is starting; try again in a moment.");
        problem.put("code", "starting");
        return new Reply(503, "application/problem+json", Json.mapper().writeValueAsString(problem));
    }

    /** The same without where the database is, which is for whoever runs it and not for whoever asks. */
    static String outward(String text) {
        return JDBC_URL.matcher(text).replaceAll(DatabaseConfig.URL);
    }

    static Reply notFound(String detail) {
        return problem(404, "Not found", detail);
    }
}
