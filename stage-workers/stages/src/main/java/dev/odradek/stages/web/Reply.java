package dev.odradek.stages.web;

import dev.odradek.topics.format.Json;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** What a server answers. */
public final class Reply {
    private static final int NONE = 0;

    private final int status;
    private final Map<String, String> headers;
    private final long length;
    private final Supplier<InputStream> body;

    private Reply(int status, Map<String, String> headers, long length, Supplier<InputStream> body) {
        this.status = status;
        this.headers = Map.copyOf(headers);
        this.length = length;
        this.body = body;
    }

    /** Anything that becomes JSON: a map, a record, a node. */
    public static Reply json(int status, Object body) {
        byte[] bytes = Json.bytes(body);
        return new Reply(
                status,
                Map.of("Content-Type", "application/json"),
                bytes.length,
                () -> new ByteArrayInputStream(bytes));
    }

    public static Reply ok(Object body) {
        return json(200, body);
    }

    /** A refusal with a sentence that says why. */
    public static Reply error(int status, String message) {
        return json(status, Map.of("error", message));
    }

    /** Passes on so many bytes, which are read once and closed. */
    public static Reply bytes(long length, InputStream body) {
        return new Reply(200, Map.of("Content-Type", "application/octet-stream"), length, () -> body);
    }

    /** Closes the connection instead of an answer. */
    public static Reply none() {
        return new Reply(NONE, Map.of(), 0, InputStream::nullInputStream);
    }

    public Reply with(String header, String value) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(header, value);
        return new Reply(status, all, length, body);
    }

    public int status() {
        return status;
    }

    boolean isNone() {
        return status == NONE;
    }

    Map<String, String> headers() {
        return headers;
    }

    long length() {
        return length;
    }

    InputStream open() {
        return body.get();
    }
}
