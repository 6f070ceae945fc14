package dev.odradek.standalone.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A process in any language, whose output goes to a file. */
final class Child implements AutoCloseable {
    private final Process process;
    private final Path output;

    private Child(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    static Child start(Path directory, List<String> command, Map<String, String> environment, Path output) {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        try {
            return new Child(builder.start(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The worker that does to an item what its payload says, in Python. */
    static Child scripted(String url, String queue, Path output, Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(more);
        environment.put("SERVICE_URL", url);
        environment.put("WORKER_QUEUE", queue);
        environment.putAll(Python.ENVIRONMENT);
        String script = Python.CLIENTS
                .resolve("java/src/test/resources/scripted_worker.py")
                .toString();
        return start(Python.CLIENTS, List.of(Python.required(), script), environment, output);
    }

    String printed() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long pid() {
        return process.pid();
    }

    /** SIGKILL; it is gone when this returns. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** SIGTERM, and the exit code. */
    int stop() throws InterruptedException {
        process.destroy();
        return awaitExit(Duration.ofSeconds(40));
    }

    int awaitExit(Duration limit) throws InterruptedException {
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new AssertionError("still running after " + limit + ": " + printed());
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
