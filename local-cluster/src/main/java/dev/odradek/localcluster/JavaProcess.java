package dev.odradek.localcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A child JVM whose output goes to a file and which can be stopped, killed, frozen and thawed. */
public final class JavaProcess implements AutoCloseable {
    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
    private static final long POLL_MILLIS = 20;

    private final Process process;
    private final Path output;
    private final int earlier;
    private final Thread killOnExit;

    /** What the file held earlier is another process's. */
    JavaProcess(Process process, Path output, int earlier) {
        this.process = process;
        this.output = output;
        this.earlier = earlier;
        this.killOnExit = new Thread(process::destroyForcibly, "kill-" + process.pid());
        Runtime.getRuntime().addShutdownHook(killOnExit);
    }

    /** Runs this main class on the class path and the JVM of the present process unless told otherwise. */
    public static JavaProcessBuilder of(String mainClass) {
        return new JavaProcessBuilder(mainClass);
    }

    public static JavaProcessBuilder of(Class<?> mainClass) {
        return of(mainClass.getName());
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Standard output and error, in one file. */
    public Path output() {
        return output;
    }

    /** Everything this process has printed so far. */
    public String printed() {
        try {
            byte[] all = Files.readAllBytes(output);
            return new String(all, earlier, all.length - earlier, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The first line that matches, however long ago it was printed; an ended process or the limit is an error. */
    public String awaitLine(Predicate<String> wanted, Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            // Asked before reading, so that the last words of an ended process are not missed.
            boolean ended = !process.isAlive();
            for (String line : completeLines()) {
                if (wanted.test(line)) return line;
            }
            if (ended) throw failed("ended with exit code " + process.exitValue());
            if (System.nanoTime() - deadline > 0) throw failed("did not print the awaited line within " + limit);
            exited(Duration.ofMillis(POLL_MILLIS));
        }
    }

    /** The exit code, once there is one. */
    public int awaitExit(Duration limit) {
        if (!exited(limit)) throw failed("did not end within " + limit);
        forget();
        return process.exitValue();
    }

    /** SIGTERM, and SIGKILL if that does not help in half a minute; the exit code. */
    public int stop() {
        process.destroy();
        if (!exited(STOP_LIMIT)) process.destroyForcibly();
        return awaitExit(STOP_LIMIT);
    }

    /** SIGKILL; it is gone when this returns. */
    public void kill() {
        process.destroyForcibly();
        awaitExit(STOP_LIMIT);
    }

    /** SIGSTOP: alive for the kernel, dead for everyone who waits for it. */
    public void freeze() {
        signal("STOP");
    }

    /** SIGCONT. */
    public void thaw() {
        signal("CONT");
    }

    @Override
    public void close() {
        if (isAlive()) kill();
        forget();
    }

    private List<String> completeLines() {
        String text = printed();
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }

    private void signal(String name) {
        try {
            int code = new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                    .start()
                    .waitFor();
            if (code != 0) throw failed("could not be sent SIG" + name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private boolean exited(Duration limit) {
        try {
            return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private void forget() {
        try {
            Runtime.getRuntime().removeShutdownHook(killOnExit);
        } catch (IllegalStateException shuttingDown) {
            // The hook is about to run and will find the process gone.
        }
    }

    private LocalClusterException failed(String what) {
        String text = printed();
        String tail = text.substring(Math.max(0, text.length() - 2_000));
        return new LocalClusterException(
                "Process " + pid() + " " + what + "; its output in " + output + " ends: " + tail);
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while waiting for a child process", e);
    }
}
