package dev.odradek.bench.peer;

import dev.odradek.bench.measure.Agent;
import dev.odradek.bench.measure.MeasureException;
import dev.odradek.bench.measure.Server;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** One Restate node; its first worker is registered with it. */
final class RestateServer implements Server {
    private static final Duration START = Duration.ofMinutes(2);
    private static final String WORKER = "restate-worker.js";

    private final Path npm;
    private final Path dir;
    private final Daemon daemon;
    private final int ingress;
    private final int admin;
    private final int worker;
    private final HttpClient http = HttpClient.newHttpClient();
    private boolean registered;

    private RestateServer(Path npm, Path dir, Daemon daemon, List<Integer> ports) {
        this.npm = npm;
        this.dir = dir;
        this.daemon = daemon;
        this.ingress = ports.get(0);
        this.admin = ports.get(1);
        this.worker = ports.get(2);
    }

    static RestateServer start(Path npm, Path dir) throws IOException {
        Files.createDirectories(dir);
        try (InputStream script = RestateServer.class.getResourceAsStream("/peers/" + WORKER)) {
            Files.copy(script, npm.resolve(WORKER), StandardCopyOption.REPLACE_EXISTING);
        }
        List<Integer> ports = FreePorts.find(4);
        ProcessBuilder builder = new ProcessBuilder(
                npm.resolve("node_modules/.bin/restate-server").toString(),
                "--base-dir",
                dir.resolve("restate").toString(),
                "--node-name",
                "bench");
        builder.environment()
                .putAll(Map.of(
                        "RESTATE_INGRESS__BIND_ADDRESS", "127.0.0.1:" + ports.get(0),
                        "RESTATE_ADMIN__BIND_ADDRESS", "127.0.0.1:" + ports.get(1),
                        "RESTATE_BIND_ADDRESS", "127.0.0.1:" + ports.get(3),
                        "RESTATE_DISABLE_TELEMETRY", "true",
                        "RUST_LOG", "warn"));
        Daemon daemon = Daemon.start("Restate's server", builder, dir.resolve("server.log"));
        RestateServer server = new RestateServer(npm, dir, daemon, ports);
        HttpRequest health = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + ports.get(0) + "/restate/health"))
                .build();
        daemon.until(() -> server.status(health) == 200, START);
        return server;
    }

    @Override
    public Agent worker(Map<String, String> options) {
        Agent agent = Agent.start(
                List.of(
                        "node",
                        npm.resolve(WORKER).toString(),
                        Integer.toString(worker),
                        options.getOrDefault("holds", "false"),
                        options.getOrDefault("expect", "-")),
                Map.of(),
                dir.resolve("worker.log"));
        if (!registered) {
            String deployment = "{\"uri\": \"http://127.0.0.1:" + worker + "\", \"force\": true}";
            int status = status(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + admin + "/deployments"))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(deployment))
                    .build());
            if (status >= 300) {
                agent.close();
                throw new MeasureException("Restate did not take the worker: status " + status);
            }
            registered = true;
        }
        return agent;
    }

    @Override
    public Agent producer() {
        return new JavaAgents(RestateDriver.class, Map.of("url", "http://127.0.0.1:" + ingress), dir)
                .producer(Map.of());
    }

    @Override
    public void close() {
        daemon.close();
    }

    /** 0, if nobody answers. */
    private int status(HttpRequest request) {
        try {
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        } catch (IOException nobody) {
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while asking Restate", e);
        }
    }
}
