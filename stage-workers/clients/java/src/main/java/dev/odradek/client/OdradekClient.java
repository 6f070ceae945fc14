package dev.odradek.client;

import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Speaks HTTP to one Odradek; safe to use from many threads; whatever is refused is an {@link ApiException}. */
public final class OdradekClient implements AutoCloseable {
    public static final String DEFAULT_URL = "http://127.0.0.1:8642";

    /** The longest error that is kept of an item. */
    static final int LONGEST_ERROR = 2_000;

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Wire wire;

    private OdradekClient(Wire wire) {
        this.wire = wire;
    }

    public static OdradekClient to(String url) {
        return new OdradekClient(new Wire(URI.create(url), null));
    }

    public static OdradekClient to(String url, String token) {
        return new OdradekClient(new Wire(URI.create(url), token));
    }

    /** To {@code SERVICE_URL} with {@code SERVICE_TOKEN}, if they are set; else to this machine. */
    public static OdradekClient fromEnvironment() {
        URI url = URI.create(System.getenv().getOrDefault("SERVICE_URL", DEFAULT_URL));
        return new OdradekClient(new Wire(url, System.getenv("SERVICE_TOKEN")));
    }

    public URI url() {
        return wire.url();
    }

    public Written post(String machine, Object payload) {
        return post(Post.of(machine, payload));
    }

    /** The item is safe when this returns; if the post waits it is also decided. */
    public Written post(Post post) {
        ObjectNode body = object().put("machine", post.machine());
        putTree(body, "payload", post.payload());
        put(body, "partition_key", post.partitionKey());
        if (post.delay() != null) {
            body.put("delay_ms", post.delay().toMillis());
        }
        HttpRequest.Builder request = wire.request("POST", "/v1/items", body);
        if (post.key() != null) {
            request.header("Idempotency-Key", post.key());
        }
        if (post.decided()) {
            request.header("Prefer", "wait");
        }
        return written(wire.json(request.timeout(TIMEOUT).build()));
    }

    public JsonNode get(String item) {
        return read("/v1/items/" + quoted(item));
    }

    /** One item that shows the write which left this token. */
    public JsonNode get(String item, String after) {
        return read("/v1/items/" + quoted(item) + "?after=" + quoted(after));
    }

    /** Items by machine, state, queue, holder, after, limit and whatever else the service knows. */
    public JsonNode list(Map<String, String> filters) {
        return read("/v1/items?"
                + filters.entrySet().stream()
                        .map(each -> quoted(each.getKey()) + "=" + quoted(each.getValue()))
                        .collect(Collectors.joining("&")));
    }

    /** Merges fields into the payload; it never moves an axis. */
    public Written patch(String item, Object fields) {
        return written(send("PATCH", "/v1/items/" + quoted(item), Wire.JSON.valueToTree(fields)));
    }

    /** Moves an axis that nobody holds along one of its machine's edges; no axis is the machine's only one. */
    public Written transition(String item, @Nullable String axis, String to, @Nullable Object patch) {
        ObjectNode body = object().put("to", to);
        put(body, "axis", axis);
        putTree(body, "patch", patch);
        return written(send("POST", "/v1/items/" + quoted(item) + "/transition", body));
    }

    /** Ends whatever of the item has not ended. */
    public Written cancel(String item, String reason) {
        return written(send("POST", "/v1/items/" + quoted(item) + "/cancel", object().put("reason", reason)));
    }

    /** Offers a failed axis again; no axis is the machine's only one. */
    public Written requeue(String item, @Nullable String axis) {
        ObjectNode body = object();
        put(body, "axis", axis);
        return written(send("POST", "/v1/items/" + quoted(item) + "/requeue", body));
    }

    /** Takes items of a queue; none is an empty list. */
    public List<Claimed> claim(String queue, Wanted wanted) {
        ObjectNode body = object().put("worker", wanted.worker()).put("max", wanted.most());
        put(body, "incarnation", wanted.incarnation());
        put(body, "axis", wanted.axis());
        if (wanted.patience().toMillis() > 0) {
            body.put("wait_ms", wanted.patience().toMillis());
        }
        HttpRequest request = wire.request("POST", "/v1/queues/" + quoted(queue) + "/claim", body)
                .timeout(TIMEOUT.plus(wanted.patience()))
                .build();
        return wire.json(request)
                .path("claims")
                .valueStream()
                .map(OdradekClient::claimed)
                .toList();
    }

    public void heartbeat(String claim) {
        heartbeat(claim, Progress.NONE, TIMEOUT);
    }

    public Written complete(String claim, Result.Done done) {
        ObjectNode body = object();
        put(body, "to", done.to());
        putTree(body, "patch", done.patch());
        if (!done.spawn().isEmpty()) {
            body.putArray("spawn").addAll(done.spawn());
        }
        if (done.keep()) {
            body.put("keep", true);
        }
        return written(send("POST", claimed(claim, "complete"), body));
    }

    public Written retry(String claim, Result.Retry retry) {
        ObjectNode body = failure("retry", retry.error());
        if (retry.after() != null) {
            body.put("retry_after_ms", retry.after().toMillis());
        }
        return written(send("POST", claimed(claim, "fail"), body));
    }

    public Written giveUp(String claim, String reason) {
        return written(send("POST", claimed(claim, "fail"), failure("give_up", reason)));
    }

    /** As an exception in a handler: the claim rule says what follows. */
    public Written fail(String claim, String error) {
        return written(send("POST", claimed(claim, "fail"), failure("exception", error)));
    }

    /** Gives an item back untouched, for somebody else. */
    public Written release(String claim) {
        return written(send("POST", claimed(claim, "release"), object()));
    }

    /** Says that a worker is there and what it holds. */
    public void beat(String worker, Beat beat) {
        beat(worker, beat, TIMEOUT);
    }

    /** How many items of a queue can be claimed: now, and whenever that changes. */
    public CountStream events(String queue, IntConsumer counts) {
        return CountStream.open(wire, "/v1/queues/" + quoted(queue) + "/events", counts, claim -> {});
    }

    /**
     * The same for a worker, which also hears what it has lost.
     *
     * @param lost takes every claim that the worker does not hold any more though it has not ended it itself
     */
    public CountStream events(String queue, String worker, IntConsumer counts, Consumer<String> lost) {
        String path = "/v1/queues/" + quoted(queue) + "/events?worker=" + quoted(worker);
        return CountStream.open(wire, path, counts, lost);
    }

    /** Stores what the stream holds and returns the artifact's name; it is sent in pieces, never held whole. */
    public String putArtifact(Supplier<InputStream> content) {
        HttpRequest request = wire.request("/v1/artifacts")
                .header("Content-Type", "application/octet-stream")
                .POST(HttpRequest.BodyPublishers.ofInputStream(content))
                .build();
        return wire.json(request).path("artifact").asString();
    }

    /** An artifact's content, to be read in pieces and closed. */
    public InputStream getArtifact(String artifact) {
        return wire.stream(
                wire.request("/v1/artifacts/" + quoted(artifact)).GET().build());
    }

    /** From here on every call fails. */
    @Override
    public void close() {
        wire.close();
    }

    void heartbeat(String claim, Progress progress, Duration timeout) {
        HttpRequest.Builder request = wire.request("POST", claimed(claim, "heartbeat"), progress.json());
        wire.json(request.timeout(timeout).build());
    }

    void beat(String worker, Beat beat, Duration timeout) {
        ObjectNode body = object().put("incarnation", beat.incarnation())
                .put("role", beat.role())
                .put("state", beat.current().isEmpty() ? "idle" : "busy");
        ArrayNode current = body.putArray("current");
        beat.current().forEach(current::add);
        HttpRequest.Builder request = wire.request("POST", "/v1/workers/" + quoted(worker) + "/beat", body);
        wire.json(request.timeout(timeout).build());
    }

    private JsonNode read(String path) {
        return wire.json(wire.request(path).timeout(TIMEOUT).GET().build());
    }

    private JsonNode send(String method, String path, JsonNode body) {
        return wire.json(wire.request(method, path, body).timeout(TIMEOUT).build());
    }

    private static String claimed(String claim, String verb) {
        return "/v1/claims/" + quoted(claim) + "/" + verb;
    }

    private static Claimed claimed(JsonNode claim) {
        JsonNode silence = claim.path("silence_ms");
        return new Claimed(
                claim.path("claim").asString(),
                claim.path("item"),
                claim.path("epoch").asLong(),
                Duration.ofMillis(claim.path("lease_ms").asLong()),
                silence.isNumber() ? Duration.ofMillis(silence.asLong()) : null);
    }

    private static Written written(JsonNode answer) {
        return new Written(answer.path("id").asString(""), answer.path("token").asString(""));
    }

    private static ObjectNode failure(String kind, String error) {
        String kept = error.length() > LONGEST_ERROR ? error.substring(0, LONGEST_ERROR) : error;
        return object().put("kind", kind).put("error", kept);
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static void put(ObjectNode body, String name, @Nullable String value) {
        if (value != null) {
            body.put(name, value);
        }
    }

    private static void putTree(ObjectNode body, String name, @Nullable Object value) {
        if (value != null) {
            body.set(name, Wire.JSON.valueToTree(value));
        }
    }

    private static String quoted(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
