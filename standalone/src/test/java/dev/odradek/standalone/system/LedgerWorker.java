package dev.odradek.standalone.system;

import dev.odradek.localcluster.ParentWatch;
import dev.odradek.runtime.Result;
import dev.odradek.runtime.Worker;
import dev.odradek.standalone.cli.Logging;
import dev.odradek.standalone.demo.Handled;
import dev.odradek.standalone.demo.Ledger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A worker process that has every start of its handler on disk before it goes on; it begins when a file appears. */
final class LedgerWorker {
    static final String READY = "ready";

    private LedgerWorker() {}

    /** Takes the queue, the ledger's file, the file to wait for, the concurrency and how long an item takes in ms. */
    public static void main(String[] args) throws InterruptedException {
        ParentWatch.exitWithParent();
        String queue = args[0];
        Path file = Path.of(args[1]);
        Path go = Path.of(args[2]);
        Duration effort = Duration.ofMillis(Long.parseLong(args[4]));
        Logging.toFile(file.resolveSibling(file.getFileName() + ".log"));
        Ledger ledger = Ledger.open(file);
        System.out.println(READY);
        while (!Files.exists(go)) {
            LockSupport.parkNanos(5_000_000);
        }
        Worker worker = Worker.configured()
                .queue(queue)
                .concurrency(Integer.parseInt(args[3]))
                .handle(work -> {
                    ledger.append(new Handled(
                                    work.itemId(),
                                    queue,
                                    work.token().epoch(),
                                    work.attempt(),
                                    System.currentTimeMillis())
                            .line());
                    labour(effort);
                    return Result.done();
                })
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(worker::close, "worker-stop"));
        worker.join();
    }

    private static void labour(Duration effort) {
        long end = System.nanoTime() + effort.toNanos();
        // A fenced handler is interrupted, and what it returns then is not written.
        while (System.nanoTime() < end && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }
}
