package dev.odradek.stages.fake;

import dev.odradek.stages.web.Reply;
import dev.odradek.stages.web.Request;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A store of prebuilt releases: {@code GET /releases/latest}, and each binary at {@code GET /download/{sha}/baml}. */
public final class FakeReleases implements AutoCloseable {
    private final Map<String, byte[]> binaries = new ConcurrentHashMap<>();
    private final FakeServer server;
    private volatile Map<String, String> latest = Map.of();

    private FakeReleases(int port) {
        this.server = FakeServer.start(port)
                .on("GET", "/releases/latest", this::latest)
                .on("GET", "/download/{sha}/baml", this::download);
    }

    /** Port 0 takes any free one. */
    public static FakeReleases start(int port) {
        return new FakeReleases(port);
    }

    /** Makes it the latest; its binary is a script. */
    public void publish(String sha, String version, String script) {
        binaries.put(sha, script.getBytes(StandardCharsets.UTF_8));
        latest = Map.of("sha", sha, "version", version);
    }

    /** How often this binary was asked for, faults included. */
    public long downloads(String sha) {
        return server.requests().stream()
                .filter(request -> request.path().equals("/download/" + sha + "/baml"))
                .count();
    }

    public String url() {
        return server.url();
    }

    /** For faults and counts. */
    public FakeServer server() {
        return server;
    }

    private Reply latest(Request request) {
        return latest.isEmpty() ? Reply.error(404, "there is no release") : Reply.ok(latest);
    }

    private Reply download(Request request) {
        byte[] binary = binaries.get(request.part("sha"));
        return binary == null
                ? Reply.error(404, "there is no binary of " + request.part("sha"))
                : Reply.bytes(binary.length, new ByteArrayInputStream(binary));
    }

    @Override
    public void close() {
        server.close();
    }
}
