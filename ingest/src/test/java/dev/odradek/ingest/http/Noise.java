package dev.odradek.ingest.http;

import dev.odradek.ingest.IngestRig;
import dev.odradek.topics.route.Ids;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/** Requests that nobody would send on purpose, and some that are nearly right. */
final class Noise {
    private static final List<String> BODIES = List.of(
            "{\"machine\": \"ping\"}",
            "{\"machine\": \"ping\", \"payload\": {\"a\": [1, 2.50, null, {\"b\": \"c\"}]}, \"delay_ms\": 5}",
            "{\"worker\": \"w\", \"max\": 3, \"wait_ms\": 1}",
            "{\"to\": \"done\", \"axis\": \"status\", \"patch\": {}}",
            "{\"kind\": \"retry\", \"error\": \"no\"}",
            "{\"incarnation\": \"i\", \"state\": \"idle\", \"current\": [\"x\"]}",
            "machine: m\naxes: {status: {initial: a, states: [a]}}",
            "[]",
            "null",
            "\"\"",
            "1e999",
            "{\"a\": " + "[".repeat(600) + "]".repeat(600) + "}",
            "");
    /** By the end of the route's path. */
    private static final Map<String, String> FITTING = Map.of(
            "/{name}", """
                    {"machine": "ping", "axes": {"status": {"initial": "queued", "states": ["queued", "running", "done",
                     "failed"], "terminal": ["done", "failed"], "claims": [{"queue": "ping", "from": "queued",
                     "into": "running", "done": "done", "max_attempts": 3}]}}}""",
            "/items", "{\"machine\": \"ping\", \"payload\": {\"n\": 1}}",
            "/bulk", "{\"machine\": \"ping\"}\n{\"machine\": \"ping\", \"delay_ms\": 1}",
            "/claim", "{\"worker\": \"w\", \"max\": 2, \"wait_ms\": 1}",
            "/beat", "{\"incarnation\": \"i\", \"state\": \"idle\"}",
            "/transition", "{\"to\": \"done\"}",
            "/cancel", "{\"reason\": \"enough\"}",
            "/requeue", "{}",
            "/fail", "{\"kind\": \"retry\", \"error\": \"no\"}",
            "/pause", "{\"reason\": \"rest\"}");

    private static final List<String> TYPES = List.of(
            "application/json",
            "application/json",
            "application/json",
            "application/x-ndjson",
            "application/yaml",
            "application/merge-patch+json",
            "application/json; charset=latin1",
            "application/x-www-form-urlencoded",
            "text/plain; charset=nonsense",
            "multipart/form-data",
            "/",
            "");
    private static final List<String> HEADERS = List.of(
            "Accept: text/html",
            "Accept: ///",
            "Authorization: Bearer odr_",
            "Authorization: Basic",
            "Authorization: Bearer odr_0123456789ab_" + "0".repeat(64),
            "Idempotency-Key: ",
            "Idempotency-Key: k\u00e9y",
            "Idempotency-Key: " + "k".repeat(300),
            "Prefer: wait",
            "Odradek-Tenant: a/b",
            "Content-Digest: sha-256=:AAAA:",
            "Expect: something",
            "Range: bytes=9-1",
            "If-Match: x",
            "Origin: null",
            "Content-Encoding: gzip",
            "X-Hub-Signature-256: sha256=00");
    private static final List<String> SEGMENTS = List.of(
            "ping",
            "x",
            "%00",
            "%ff",
            "%zz",
            "..",
            "a%20b",
            "%C3%A9",
            ";jsessionid=1",
            "\u00e9",
            "'",
            "%2e%2e%2f",
            "*",
            "0:1");
    private static final List<String> QUERIES = List.of(
            "",
            "?after=0:1",
            "?after=x",
            "?limit=-1",
            "?limit=9999999999999",
            "?tenant=%zz",
            "?tenant=a%2Fb",
            "?&&==&",
            "?partition_key=%00",
            "?before=x",
            "?artifact=sha256:zz",
            "?a=%");

    private final Random random;

    Noise(Random random) {
        this.random = random;
    }

    /** The bytes of one request to a route such as "POST /v1/items/{id}": every other one is mostly meant well. */
    byte[] request(String route) {
        boolean wild = chance(2);
        String method = route.substring(0, route.indexOf(' '));
        String path = route.substring(route.indexOf('/'));
        byte[] body = wild
                ? (chance(8) ? noise() : mutated(bytes(pick(BODIES))))
                : (chance(4) ? mutated(bytes(fitting(path))) : bytes(fitting(path)));
        StringBuilder head = new StringBuilder(method)
                .append(' ')
                .append(wild ? wildPath(path) : knownPath(path))
                .append(wild || chance(8) ? pick(QUERIES) : "")
                .append(" HTTP/1.1\r\nHost: localhost\r\n");
        String type = wild || chance(8) ? pick(TYPES) : fittingType(path);
        if (!type.isEmpty()) {
            head.append("Content-Type: ").append(type).append("\r\n");
        }
        if (!wild) {
            head.append("Idempotency-Key: ").append(someKey()).append("\r\n");
        }
        for (int n = wild ? random.nextInt(3) : random.nextInt(8) / 7; n > 0; n--) {
            head.append(pick(HEADERS)).append("\r\n");
        }
        head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(bytes(head.toString()));
        bytes.writeBytes(body);
        return bytes.toByteArray();
    }

    private String wildPath(String path) {
        return Arrays.stream(path.substring(1).split("/"))
                .map(segment -> segment.startsWith("{") || chance(50) ? any(segment) : segment)
                .collect(Collectors.joining("/", "/", ""));
    }

    /** Names that there are: of the machine and its queue, and of items posted under one of few keys. */
    private String knownPath(String path) {
        return path.replace("{id}", Ids.forKey(IngestRig.TENANT, someKey())).replaceAll("\\{[a-z]+}", "ping");
    }

    private String someKey() {
        return "f" + random.nextInt(50);
    }

    /** What the route is meant to be sent. */
    private static String fitting(String path) {
        return FITTING.getOrDefault(path.substring(path.lastIndexOf('/')), "{\"n\": 1}");
    }

    private static String fittingType(String path) {
        return path.endsWith("/bulk") ? "application/x-ndjson" : "application/json";
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private String any(String segment) {
        return chance(3) ? pick(SEGMENTS) : "n" + random.nextInt(50);
    }

    /** One of so many. */
    private boolean chance(int of) {
        return random.nextInt(of) == 0;
    }

    private byte[] noise() {
        byte[] noise = new byte[random.nextInt(300)];
        random.nextBytes(noise);
        return noise;
    }

    private byte[] mutated(byte[] body) {
        if (body.length > 0 && chance(2)) {
            for (int n = 1 + random.nextInt(3); n > 0; n--) {
                body[random.nextInt(body.length)] = (byte) "{}[]\",:0e-.\\\u0000x".charAt(random.nextInt(14));
            }
        }
        return body;
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
