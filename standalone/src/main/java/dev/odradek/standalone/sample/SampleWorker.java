package dev.odradek.standalone.sample;

import dev.odradek.localcluster.ParentWatch;
import dev.odradek.runtime.WorkerConfig;
import dev.odradek.stages.bench.Bench;
import dev.odradek.stages.bench.Outside;
import dev.odradek.stages.bench.Stage;
import dev.odradek.standalone.cli.Logging;
import dev.odradek.topics.settings.Connection;
import dev.odradek.topics.settings.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A worker process that stops in the middle of its first item and says so, to be killed there. */
public final class SampleWorker {
    static final String IN_THE_MIDDLE = "in the middle of ";

    private SampleWorker() {}

    /** Takes the queue and the log's file; where to work, and with whom, is in the environment. */
    public static void main(String[] args) throws InterruptedException {
        ParentWatch.exitWithParent();
        Logging.toFile(Path.of(args[1]));
        Settings settings = Settings.ofProcess();
        String tenant = settings.text(WorkerConfig.ROOT + "tenant", WorkerConfig.DEFAULT_TENANT);
        CountDownLatch never = new CountDownLatch(1);
        try (Bench bench = new Bench(Connection.from(settings), tenant, Outside.from(settings), (moment, itemId) -> {
            System.out.println(IN_THE_MIDDLE + itemId);
            never.await();
        })) {
            bench.start(List.of(Stage.of(args[0]))).join();
        }
    }
}
