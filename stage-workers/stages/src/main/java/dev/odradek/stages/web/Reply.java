package dev.odradek.stages.web;

import dev.odradek.topics.format.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a server answers. */
public final class Reply {
    private static final int NONE = 0;

    private final int status;
    private final Map<String, String> headers;
    private final byte[] bytes;

    private Reply(int status, Map<String, String> headers, byte[] bytes) {
        this.status = status;
        this.headers = Map.copyOf(headers);
        this.bytes = bytes;
    }

    /** Anything that becomes JSON: a map, a record, a node. */
    public static Reply json(int status, Object body) {
        return new Reply(status, Map.of("Content-Type", "application/json"), Json.bytes(body));
    }

    public static Reply ok(Object body) {
        return json(200, body);
    }

    /** A refusal with a sentence that says why. */
    public static Reply error(int status, String message) {
        return json(status, Map.of("error", message));
    }

    public static Reply bytes(byte[] body) {
        return new Reply(200, Map.of("Content-Type", "application/octet-stream"), body.clone());
    }

    /** Closes the connection instead of an answer. */
    public static Reply none() {
        return new Reply(NONE, Map.of(), new byte[0]);
    }

    public Reply with(String header, String value) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(header, value);
        return new Reply(status, all, bytes);
    }

    public int status() {
        return status;
    }

    boolean unheard() {
        return status == NONE;
    }

    Map<String, String> headers() {
        return headers;
    }

    byte[] bytes() {
        return bytes.clone();
    }
}
