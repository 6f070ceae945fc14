package dev.odradek.bench.measure;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A worker or producer process, as whoever orders it about sees it; its standard error goes to a file. */
public final class Agent implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofSeconds(20);
    private static final String ENDED = "? it has ended";

    private final Process process;
    private final Path log;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    private final Thread killOnExit;

    private Agent(Process process, Path log) {
        this.process = process;
        this.log = log;
        this.killOnExit = new Thread(process::destroyForcibly, "kill-" + process.pid());
        Runtime.getRuntime().addShutdownHook(killOnExit);
        Thread reader = new Thread(this::read, "agent-" + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts it and waits until it is ready. */
    public static Agent start(List<String> command, Map<String, String> environment, Path log) {
        try {
            Files.createDirectories(log.toAbsolutePath().getParent());
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
            builder.environment().putAll(environment);
            Agent agent = new Agent(builder.start(), log);
            try {
                agent.answer("the start", START);
                return agent;
            } catch (RuntimeException e) {
                agent.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Gives an order and waits for its answer. */
    public String ask(String order, Duration limit) {
        try {
            process.getOutputStream().write((order + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new MeasureException("A process did not take the order " + order + "; its log is " + log, e);
        }
        return answer(order, limit);
    }

    public String ask(String order) {
        return ask(order, SHORT);
    }

    /** The answer to an order that asks for times. */
    public long[] times(String order, Duration limit) {
        return Arrays.stream(ask(order, limit).split(","))
                .mapToLong(Long::parseLong)
                .toArray();
    }

    /** The next thing told unasked; absent if nothing is within the limit. */
    public @Nullable String told(Duration limit) {
        try {
            return told.poll(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    public long pid() {
        return process.pid();
    }

    /** SIGKILL. */
    public void kill() {
        process.destroyForcibly();
        end(SHORT);
    }

    /** Lets it finish what it has begun. */
    @Override
    public void close() {
        if (process.isAlive()) {
            try {
                process.getOutputStream().write("quit\n".getBytes(StandardCharsets.UTF_8));
                process.getOutputStream().flush();
            } catch (IOException gone) {
                process.destroyForcibly();
            }
        }
        if (!end(SHORT)) {
            kill();
        }
        Runtime.getRuntime().removeShutdownHook(killOnExit);
    }

    private boolean end(Duration limit) {
        try {
            return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private String answer(String order, Duration limit) {
        try {
            String line = answers.poll(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (line == null) {
                throw new MeasureException("no answer to \"" + order + "\" within " + limit.toSeconds() + " s", log);
            }
            if (!line.startsWith("= ")) {
                answers.add(ENDED);
                throw new MeasureException(line.substring(2) + " (" + order + ")", log);
            }
            return line.substring(2);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("! ")) {
                    told.add(line.substring(2));
                } else if (line.startsWith("= ") || line.startsWith("? ")) {
                    answers.add(line);
                }
            }
        } catch (IOException closed) {
            // As good as the end.
        }
        answers.add(ENDED);
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while waiting for a process", e);
    }
}
