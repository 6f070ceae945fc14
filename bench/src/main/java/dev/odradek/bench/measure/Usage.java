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

/** What one process uses of the machine. */
public record Usage(long pid) {

    /** Processor time since it was started. */
    public Duration processor() {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .orElseThrow(() -> new MeasureException("the processor time of process " + pid + " is not known here"));
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
    public Optional<Double> mostResidentMib() {
        try {
            OptionalLong kib = mostResidentKib(Files.readString(Path.of("/proc", Long.toString(pid), "status")));
            return kib.isPresent() ? Optional.of(kib.getAsLong() / 1024.0) : Optional.empty();
        } catch (NoSuchFileException notLinux) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static OptionalLong mostResidentKib(String status) {
        return status.lines()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst();
    }
}
