package dev.odradek.standalone.demo;

import dev.odradek.localcluster.ParentWatch;
import dev.odradek.runtime.Result;
import dev.odradek.runtime.Work;
import dev.odradek.runtime.Worker;
import dev.odradek.standalone.cli.Logging;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** One worker process of the demo: it writes what it does into its own ledger before it says that it is done. */
public final class DemoWorker {
    static final String READY = "ready";
    private static final int CONCURRENCY = 16;
    private static final long EFFORT_NANOS = 30_000_000;

    private DemoWorker() {}

    /** Takes the stage and the ledger's file; where to work is in the environment. */
    public static void main(String[] args) throws InterruptedException {
        ParentWatch.exitWithParent();
        String stage = args[0];
        Path file = Path.of(args[1]);
        Logging.toFile(file.resolveSibling(file.getFileName() + ".log"));
        Ledger ledger = Ledger.open(file);
        Worker worker = Worker.configured()
                .queue(stage)
                .concurrency(CONCURRENCY)
                .drain(Duration.ofSeconds(5))
                .handle(work -> handle(stage, work, ledger))
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(worker::close, "worker-stop"));
        System.out.println(READY);
        worker.join();
    }

    private static Result handle(String stage, Work work, Ledger ledger) {
        Handled handled =
                new Handled(work.itemId(), stage, work.token().epoch(), work.attempt(), System.currentTimeMillis());
        ledger.append(handled.line());
        // So that a worker that is killed has something in hand.
        LockSupport.parkNanos(EFFORT_NANOS);
        return Result.done().patch(Map.of(stage, "done by attempt " + work.attempt()));
    }
}
