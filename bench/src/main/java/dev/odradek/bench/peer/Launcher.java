package dev.odradek.bench.peer;

import dev.odradek.bench.measure.MeasureException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process of {@code ./odradek up}, ready when {@link #up} returns. */
public final class Launcher implements AutoCloseable {
    private static final Pattern BOOTSTRAP = Pattern.compile("\"bootstrap\" *: *\"([^\"]+)\"");
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration LOOK = Duration.ofMillis(10);

    private final Process process;
    private final String bootstrap;
    private final Thread killOnExit;

    private Launcher(Process process, Path output) {
        this.process = process;
        this.killOnExit = new Thread(process::destroyForcibly, "kill-" + process.pid());
        Runtime.getRuntime().addShutdownHook(killOnExit);
        try {
            this.bootstrap = awaitBootstrap(process, output);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
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
                "--port",
                "0",
                "--http-port",
                "0"));
        command.addAll(List.of(more));
        Path output = dataDir.resolve("up.out");
        try {
            Files.createDirectories(dataDir);
            Files.deleteIfExists(output);
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            builder.environment().putAll(environment);
            return new Launcher(builder.start(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String bootstrap() {
        return bootstrap;
    }

    public long pid() {
        return process.pid();
    }

    /** SIGTERM, and SIGKILL if that does not help. */
    @Override
    public void close() {
        process.destroy();
        if (!ended(Duration.ofSeconds(20))) {
            process.destroyForcibly();
            ended(Duration.ofSeconds(20));
        }
        Runtime.getRuntime().removeShutdownHook(killOnExit);
    }

    private boolean ended(Duration limit) {
        try {
            return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for ./odradek up", e);
        }
    }

    private static String awaitBootstrap(Process process, Path output) {
        long deadline = System.nanoTime() + START.toNanos();
        while (System.nanoTime() < deadline) {
            boolean alive = process.isAlive();
            Matcher found = BOOTSTRAP.matcher(read(output));
            if (found.find()) {
                return found.group(1);
            }
            if (!alive) {
                throw new MeasureException("./odradek up ended: " + read(output).strip());
            }
            try {
                process.waitFor(LOOK.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while ./odradek up was starting", e);
            }
        }
        throw new MeasureException("./odradek up was not ready within " + START.toSeconds() + " s", output);
    }

    private static String read(Path output) {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
