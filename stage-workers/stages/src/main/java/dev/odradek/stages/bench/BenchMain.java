package dev.odradek.stages.bench;

import dev.odradek.runtime.WorkerConfig;
import dev.odradek.topics.settings.Connection;
import dev.odradek.topics.settings.Settings;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;

/** Runs workers of the sample until it is stopped: those of the queues that are named, or of all. */
public final class BenchMain {
    private BenchMain() {}

    public static void main(String[] args) throws InterruptedException {
        Settings settings = Settings.ofProcess();
        String tenant = settings.text(WorkerConfig.ROOT + "tenant", WorkerConfig.DEFAULT_TENANT);
        List<Stage> stages = args.length == 0
                ? List.copyOf(EnumSet.allOf(Stage.class))
                : Arrays.stream(args).map(Stage::of).toList();
        try (Bench bench = new Bench(Connection.from(settings), tenant, Outside.from(settings), Moments.UNHEARD)) {
            bench.start(stages).join();
        }
    }
}
