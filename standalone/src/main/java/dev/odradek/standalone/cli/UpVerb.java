package dev.odradek.standalone.cli;

import dev.odradek.standalone.client.BrokerProbe;
import dev.odradek.standalone.client.Complaint;
import dev.odradek.standalone.client.Exit;
import dev.odradek.standalone.service.Service;
import dev.odradek.standalone.service.Standalone;
import dev.odradek.standalone.service.StandaloneConfig;
import dev.odradek.standalone.service.StopWish;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the services until told to stop. */
@Command(
        name = "up",
        mixinStandardHelpOptions = true,
        description = {
            "Run a broker, the state-store, the reaper-job, reads and metrics in one process until Ctrl-C or SIGTERM.",
            "Data is kept in the data directory; the other verbs find what runs there by themselves."
        },
        footer = {
            "",
            "Examples:",
            "  ./odradek up",
            "  ./odradek up --data-dir /var/lib/odradek --port 19092 --http-port 18642",
            "  ./odradek up --bootstrap kafka-1:9092            no broker of its own",
            "  ./odradek up --only broker                       one service alone",
            "  ./odradek up --only state-store --bootstrap kafka-1:9092"
        })
final class UpVerb implements Callable<Integer> {
    @Mixin
    private final Common common = new Common();

    @Option(
            names = "--only",
            paramLabel = "SERVICE",
            description = "Start only this: broker, state-store or reaper-job.")
    private @Nullable String only;

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
        Out out = common.out();
        StandaloneConfig config = new StandaloneConfig(
                common.dataDir(), services(), common.bootstrap(), port, httpPort, common.settings());
        config.dataDir().prepare();
        if (!config.runs(Service.BROKER)) {
            BrokerProbe.reach(config.outside());
        }
        Logging.toFile(config.dataDir().log(config.name()));
        try (StopWish stop = StopWish.listen()) {
            run(config, out, stop);
            out.say("Stopped.");
        }
        return Exit.OK.code();
    }

    private static void run(StandaloneConfig config, Out out, StopWish stop) {
        try (Standalone standalone = Standalone.start(config, out::say)) {
            out.show(endpoints(config, standalone), () -> greeting(config, standalone));
            while (!stop.within(Duration.ofSeconds(1))) {
                if (!standalone.isHealthy()) {
                    throw new Complaint(
                            Exit.REFUSED,
                            "The state-store or the reaper-job has stopped; the reason is at the end of "
                                    + config.dataDir().log(config.name()) + ".");
                }
            }
            out.say("Stopping.");
        }
    }

    private Set<Service> services() {
        if (only == null) {
            return common.bootstrap().isPresent() ? StandaloneConfig.WITHOUT_BROKER : EnumSet.allOf(Service.class);
        }
        return EnumSet.allOf(Service.class).stream()
                .filter(service -> service.label().equals(only))
                .findFirst()
                .map(EnumSet::of)
                .orElseThrow(() ->
                        new IllegalArgumentException("--only must be broker, state-store or reaper-job, was " + only));
    }

    private static Map<String, Object> endpoints(StandaloneConfig config, Standalone standalone) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("bootstrap", standalone.connection().bootstrap());
        shown.put("url", standalone.url());
        shown.put("pid", ProcessHandle.current().pid());
        shown.put("data_dir", config.dataDir().root().toString());
        shown.put(
                "services",
                config.services().stream().map(Service::label).sorted().toList());
        return shown;
    }

    private static String greeting(StandaloneConfig config, Standalone standalone) {
        return "Odradek is up: Kafka at " + standalone.connection().bootstrap() + ", "
                + (config.runs(Service.STATE_STORE) ? "reads and metrics" : "metrics") + " at "
                + standalone.url() + ", data in " + config.dataDir().root() + ", log in "
                + config.dataDir().log(config.name()) + ".\n"
                + "Ctrl-C stops it. Next, in another terminal: ./odradek apply <file.yaml>, ./odradek post <machine>.";
    }
}
