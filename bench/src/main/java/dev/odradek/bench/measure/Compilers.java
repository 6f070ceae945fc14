package dev.odradek.bench.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What a JVM's compiling threads use of the processor: it says how long the JVM has run, not what its work costs. */
public final class Compilers {
    /** In what the kernel counts processor time towards programs, on every machine it runs on here. */
    private static final Duration TICK = Duration.ofMillis(10);

    /** Where, after its name, a thread's line has its time in user and in system mode. */
    private static final int USER = 11;

    private static final int SYSTEM = 12;

    private final Path tasks;
    /** By thread: those that have ended have worked all the same. */
    private final Map<Path, Long> ticks = new HashMap<>();

    public Compilers(long pid) {
        this(Path.of("/proc", Long.toString(pid), "task"));
    }

    Compilers(Path tasks) {
        this.tasks = tasks;
    }

    /** Processor time up to now; none where the system does not tell. */
    public Duration processor() {
        for (Path thread : threads()) {
            ticks.merge(thread, ticks(stat(thread)), Math::max);
        }
        return TICK.multipliedBy(
                ticks.values().stream().mapToLong(Long::longValue).sum());
    }

    private List<Path> threads() {
        if (!Files.isDirectory(tasks)) {
            return List.of();
        }
        try (Stream<Path> threads = Files.list(tasks)) {
            return threads.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A thread may end between being listed and being looked at. */
    private static String stat(Path thread) {
        try {
            return Files.readString(thread.resolve("stat"));
        } catch (IOException gone) {
            return "";
        }
    }

    static long ticks(String stat) {
        int name = stat.indexOf('(');
        int end = stat.lastIndexOf(')');
        if (name < 0 || end < 0 || !stat.substring(name + 1, end).matches("C[12] Compiler.*")) {
            return 0;
        }
        String[] fields = stat.substring(end + 2).split(" ", -1);
        return Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM]);
    }
}
