package dev.odradek.bench.peer;

import dev.odradek.bench.measure.MeasureException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A server's process and what it has started itself: it ends with this JVM, however that ends. */
final class Daemon implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(20);
    private static final Duration STOP = Duration.ofSeconds(20);

    private final String name;
    private final Process process;
    private final Path output;
    private final Thread killOnExit;

    private Daemon(String name, Process process, Path output) {
        this.name = name;
        this.process = process;
        this.output = output;
        this.killOnExit = new Thread(() -> signal(true), "kill-" + process.pid());
        Runtime.getRuntime().addShutdownHook(killOnExit);
    }

    /** @param output where standard output and standard error go */
    static Daemon start(String name, ProcessBuilder builder, Path output) {
        try {
            Files.createDirectories(output.toAbsolutePath().getParent());
            Files.deleteIfExists(output);
            Process process = builder.redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            return new Daemon(name, process, output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns when it is ready; otherwise it is closed, and says why. */
    Daemon until(BooleanSupplier ready, Duration limit) {
        try {
            long deadline = System.nanoTime() + limit.toNanos();
            while (true) {
                // Asked first, so that what it did at last is not missed.
                boolean ended = !process.isAlive();
                if (ready.getAsBoolean()) {
                    return this;
                }
                if (ended) {
                    throw new MeasureException(name + " ended: " + lastWords(), output);
                }
                if (System.nanoTime() > deadline) {
                    throw new MeasureException(name + " was not ready within " + limit.toSeconds() + " s", output);
                }
                exited(LOOK);
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    long pid() {
        return process.pid();
    }

    /** All that it has printed. */
    String printed() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The line that names an error, or else the last. */
    private String lastWords() {
        List<String> lines = printed()
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
        return lines.stream()
                .filter(line -> line.toLowerCase(Locale.ROOT).contains("error"))
                .findFirst()
                .orElse(lines.isEmpty() ? "it printed nothing" : lines.get(lines.size() - 1));
    }

    /** SIGTERM, and SIGKILL if that does not help. */
    @Override
    public void close() {
        signal(false);
        if (!exited(STOP)) {
            signal(true);
            exited(STOP);
        }
        Runtime.getRuntime().removeShutdownHook(killOnExit);
    }

    private void signal(boolean kill) {
        // Some start the server proper as a child.
        process.descendants().forEach(kill ? ProcessHandle::destroyForcibly : ProcessHandle::destroy);
        if (kill) {
            process.destroyForcibly();
        } else {
            process.destroy();
        }
    }

    private boolean exited(Duration limit) {
        try {
            return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + name, e);
        }
    }
}
