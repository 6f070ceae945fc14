package dev.odradek.bench.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** What one process uses of the machine. */
public record Usage(long pid) {
    /** In what the kernel counts processor time towards programs, on every machine it runs on here. */
    private static final Duration TICK = Duration.ofMillis(10);

    /** Where, after its name, a thread's line has its time in user and in system mode. */
    private static final int USER = 11;

    private static final int SYSTEM = 12;

    /** Processor time since it was started. */
    public Duration processor() {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .orElseThrow(() -> new MeasureException("the processor time of process " + pid + " is not known here"));
    }

    /**
     * Processor time of the threads that compile its code, which say how long it has run and not what its work costs;
     * none where the system does not tell.
     */
    public Duration compilers() {
        Path tasks = Path.of("/proc", Long.toString(pid), "task");
        if (!Files.isDirectory(tasks)) {
            return Duration.ZERO;
        }
        try (Stream<Path> threads = Files.list(tasks)) {
            long ticks =
                    threads.mapToLong(thread -> compilerTicks(stat(thread))).sum();
            return TICK.multipliedBy(ticks);
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

    static long compilerTicks(String stat) {
        int name = stat.indexOf('(');
        int end = stat.lastIndexOf(')');
        if (name < 0 || end < 0 || !stat.substring(name + 1, end).matches("C[12] Compiler.*")) {
            return 0;
        }
        String[] fields = stat.substring(end + 2).split(" ", -1);
        return Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM]);
    }

    /** How many cores it uses on average over this time. */
    public double cores(Duration over) {
        Duration before = processor();
        long begun = System.nanoTime();
        for (long left = over.toNanos(); left > 0; left = begun + over.toNanos() - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        return processor().minus(before).toNanos() / (double) (System.nanoTime() - begun);
    }

    /** The most memory that was ever resident, in MiB; absent where the system does not tell. */
    public Optional<Double> residentMib() {
        try {
            OptionalLong kib = residentKib(Files.readString(Path.of("/proc", Long.toString(pid), "status")));
            return kib.isPresent() ? Optional.of(kib.getAsLong() / 1024.0) : Optional.empty();
        } catch (NoSuchFileException notLinux) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static OptionalLong residentKib(String status) {
        return status.lines()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst();
    }
}
