package dev.odradek.bench.peer;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process of {@code ./odradek up}, ready when {@link #up} returns. */
public final class Launcher implements AutoCloseable {
    private static final Pattern ENDPOINTS = Pattern.compile("\"bootstrap\"[^}]*}");
    private static final Pattern BOOTSTRAP = Pattern.compile("\"bootstrap\" *: *\"([^\"]+)\"");
    private static final Pattern URL = Pattern.compile("\"url\" *: *\"([^\"]+)\"");
    private static final Duration START = Duration.ofMinutes(3);

    private final Daemon daemon;

    private Launcher(Daemon daemon) {
        this.daemon = daemon;
    }

    /** Why nothing can be launched, if so. */
    public static Optional<String> missing() {
        return System.getProperty("odradek.launcher") == null
                ? Optional.of("the launcher is not known; start the bench by ./odradek bench")
                : Optional.empty();
    }

    /** Starts it on this directory, on free ports. */
    public static Launcher up(Path dataDir, Map<String, String> environment, String... more) {
        List<String> command = new ArrayList<>(List.of(
                String.valueOf(System.getProperty("odradek.launcher")),
                "up",
                "--json",
                "--data-dir",
                dataDir.toString(),
                "--http-port",
                "0"));
        command.addAll(List.of(more));
        if (!command.contains("--bootstrap")) {
            command.addAll(List.of("--port", "0"));
        }
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        Daemon daemon = Daemon.start("./odradek up", builder, dataDir.resolve("up.out"));
        return new Launcher(
                daemon.until(() -> ENDPOINTS.matcher(daemon.printed()).find(), START));
    }

    public String bootstrap() {
        return said(BOOTSTRAP);
    }

    /** Where it serves HTTP. */
    public String url() {
        return said(URL);
    }

    private String said(Pattern pattern) {
        Matcher found = pattern.matcher(daemon.printed());
        if (!found.find()) {
            throw new IllegalStateException("./odradek up has printed no " + pattern);
        }
        return found.group(1);
    }

    public long pid() {
        return daemon.pid();
    }

    @Override
    public void close() {
        daemon.close();
    }
}
