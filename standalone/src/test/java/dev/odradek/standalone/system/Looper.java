package dev.odradek.standalone.system;

import dev.odradek.localcluster.JavaProcess;
import dev.odradek.localcluster.JavaProcessBuilder;
import dev.odradek.standalone.demo.Handled;
import dev.odradek.standalone.demo.Ledger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** A {@link LoopingWorker} in its process, and what its ledger says. */
record Looper(String name, JavaProcess process, Path ledger, Path end) implements AutoCloseable {

    /** With default settings but for its concurrency. */
    static Looper hire(Rig rig, String name, String queue, int concurrency) {
        return hire(rig, name, queue, concurrency, Map.of());
    }

    static Looper hire(Rig rig, String name, String queue, int concurrency, Map<String, String> environment) {
        Path ledger = rig.dir().resolve(name + ".ledger");
        Path end = rig.dir().resolve(name + ".end");
        JavaProcessBuilder builder =
                rig.ofOurs(JavaProcess.of(LoopingWorker.class).small(64));
        environment.forEach(builder::environment);
        JavaProcess process = builder.args(name, queue, ledger.toString(), end.toString())
                .args(Integer.toString(concurrency))
                .start(rig.dir().resolve(name + ".out"));
        return new Looper(name, process, ledger, end);
    }

    List<Handled> started() {
        return lines(LoopingWorker.STARTED);
    }

    List<Handled> effects() {
        return lines(LoopingWorker.EFFECT);
    }

    List<Handled> stopped() {
        return lines(LoopingWorker.STOPPED);
    }

    private List<Handled> lines(String what) {
        return Files.exists(ledger)
                ? Ledger.read(ledger).stream()
                        .map(Handled::parse)
                        .filter(line -> line.stage().equals(what))
                        .toList()
                : List.of();
    }

    /** SIGSTOP, and SIGCONT after this long. */
    void freezeFor(Duration time) {
        process.freeze();
        long until = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - until < 0) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
        process.thaw();
    }

    /** Its handlers return. */
    void letGo() {
        try {
            Files.createFile(end);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
