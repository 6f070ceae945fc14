package dev.odradek.standalone.system;

import dev.odradek.localcluster.ParentWatch;
import dev.odradek.runtime.Result;
import dev.odradek.runtime.Work;
import dev.odradek.runtime.Worker;
import dev.odradek.standalone.cli.Logging;
import dev.odradek.standalone.demo.Handled;
import dev.odradek.standalone.demo.Ledger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/** A worker process whose handler has one side effect after the other until a file appears or it must stop. */
final class LoopingWorker {
    static final String ZONE = "works in ";
    static final String STARTED = "started";
    static final String EFFECT = "side effect";
    static final String STOPPED = "stopped";

    private static final long PAUSE_NANOS = 50_000_000;

    private final String name;
    private final Path end;
    private final Ledger ledger;
    /** A fenced handler is interrupted, and an interrupt closes the file under whoever writes to it. */
    private final ExecutorService scribes = Executors.newCachedThreadPool();

    private LoopingWorker(String name, Path ledger, Path end) {
        this.name = name;
        this.end = end;
        this.ledger = Ledger.open(ledger);
    }

    /** Takes the worker's id, its queue, the ledger's file, the file to wait for and the concurrency. */
    public static void main(String[] args) throws InterruptedException {
        ParentWatch.exitWithParent();
        Path file = Path.of(args[2]);
        Logging.toFile(file.resolveSibling(file.getFileName() + ".log"));
        LoopingWorker looping = new LoopingWorker(args[0], file, Path.of(args[3]));
        System.out.println(ZONE + ZoneId.systemDefault());
        Worker worker = Worker.configured()
                .queue(args[1])
                .id(args[0])
                .concurrency(Integer.parseInt(args[4]))
                .handle(looping::handle)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(worker::close, "worker-stop"));
        worker.join();
    }

    private Result handle(Work work) {
        write(work, STARTED, System.currentTimeMillis());
        while (!Files.exists(end)) {
            // Before the question: an effect already under way when the process freezes is beyond any fence.
            long at = System.currentTimeMillis();
            if (work.cancelled()) {
                write(work, STOPPED, System.currentTimeMillis());
                break;
            }
            write(work, EFFECT, at);
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return Result.done().patch(Map.of("by", name));
    }

    private void write(Work work, String what, long at) {
        Handled line = new Handled(work.itemId(), what, work.token().epoch(), work.attempt(), at);
        CompletableFuture.runAsync(() -> ledger.append(line.line()), scribes).join();
    }
}
