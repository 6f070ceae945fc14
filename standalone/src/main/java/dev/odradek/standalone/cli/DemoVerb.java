package dev.odradek.standalone.cli;

import dev.odradek.standalone.client.Complaint;
import dev.odradek.standalone.client.Exit;
import dev.odradek.standalone.demo.Demo;
import dev.odradek.standalone.demo.DemoConfig;
import dev.odradek.standalone.demo.Summary;
import dev.odradek.standalone.service.Service;
import dev.odradek.standalone.service.StandaloneConfig;
import dev.odradek.topics.TopicMismatchException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the sample pipeline and judges it. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = {
            "Run a three-stage sample pipeline on a broker of its own, with workers as separate processes,",
            "kill one of them with SIGKILL in the middle, show its items coming back,",
            "and judge the run by the workers' own ledgers: exit code 0 only if nothing was lost or done twice.",
            "It keeps its data apart (default: ~/.odradek/demo) and never disturbs a running odradek."
        },
        footer = {
            "",
            "Examples:",
            "  ./odradek demo",
            "  ./odradek demo --items 10000 --workers 2",
            "  ./odradek demo --json | jq .items_per_second"
        })
final class DemoVerb implements Callable<Integer> {
    @Mixin
    private final Common common = new Common();

    @Option(names = "--items", paramLabel = "N", description = "How many items to post (default: 1000).")
    private int items = 1_000;

    @Option(names = "--workers", paramLabel = "N", description = "Worker processes per stage, at least 2 (default: 2).")
    private int workers = 2;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Preferred port of the broker (default: 9092; 0: any free one).")
    private int port = StandaloneConfig.DEFAULT_BROKER_PORT;

    @Option(
            names = "--http-port",
            paramLabel = "N",
            description = "Preferred port of reads and metrics (default: 8642; 0: any free one).")
    private int httpPort = StandaloneConfig.DEFAULT_HTTP_PORT;

    @Override
    public Integer call() {
        StandaloneConfig standalone = new StandaloneConfig(
                common.demoDir(), services(), common.bootstrap(), port, httpPort, common.settings());
        DemoConfig config = new DemoConfig(standalone, common.tenant(), items, workers, Duration.ofSeconds(60));
        standalone.dataDir().prepare();
        Logging.toFile(standalone.dataDir().log("demo"));
        Out out = common.out();
        LiveProgress live = new LiveProgress(out);
        Summary summary;
        try {
            summary = new Demo(config, live).run();
        } catch (TopicMismatchException e) {
            String sentence = "The demo's data in " + standalone.dataDir().root()
                    + " comes from another version; delete that directory, or name another with --data-dir.";
            throw new Complaint(Exit.REFUSED, sentence, e);
        } finally {
            live.endLine();
        }
        out.show(summary, summary::words);
        return (summary.isClean() ? Exit.OK : Exit.REFUSED).code();
    }

    /** It posts to Kafka by itself, and has no use for ingest. */
    private Set<Service> services() {
        Set<Service> services = EnumSet.complementOf(EnumSet.of(Service.INGEST));
        if (common.bootstrap().isPresent()) {
            services.remove(Service.BROKER);
        }
        return services;
    }
}
