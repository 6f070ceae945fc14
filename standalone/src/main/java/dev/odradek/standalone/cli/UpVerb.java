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
import java.util.Optional;
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
            "Run a broker, a database, the state-store, the reaper-job, the read model and ingest, which is HTTP,",
            "in one process until Ctrl-C or SIGTERM.",
            "Data is kept in the data directory; the other verbs find what runs there by themselves."
        },
        footer = {
            "",
            "Examples:",
            "  ./odradek up",
            "  ./odradek up --data-dir /var/lib/odradek --port 19092 --http-port 18642",
            "  ./odradek up --bootstrap kafka-1:9092            no broker of its own",
            "  ./odradek up --only broker                       one service alone",
            "  ./odradek up --only state-store --bootstrap kafka-1:9092",
            "",
            "The database is one of its own unless odradek.database.url names another, such as",
            "jdbc:postgresql://db-1:5432/odradek (with odradek.database.user, .password and .schema), or says none:",
            "then there is no read model, and everything else works. Settings are given as environment variables",
            "(ODRADEK_DATABASE_URL) or in a file that ODRADEK_CONFIG names."
        })
final class UpVerb implements Callable<Integer> {
    @Mixin
    private final Common common = new Common();

    @Option(
            names = "--only",
            paramLabel = "SERVICE",
            description = "Start only this: broker, database, state-store, reaper-job, read-model or ingest.")
    private @Nullable String only;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Preferred port of the broker (default: 9092; 0: any free one).")
    private int port = StandaloneConfig.DEFAULT_BROKER_PORT;

    @Option(
            names = "--http-port",
            paramLabel = "N",
            description = "Preferred port of HTTP (default: odradek.ingest.port, or else 8642; 0: any free one).")
    private @Nullable Integer httpPort;

    @Override
    public Integer call() {
        Out out = common.out();
        StandaloneConfig config = new StandaloneConfig(
                common.dataDir(),
                services(),
                common.bootstrap(),
                port,
                StandaloneConfig.httpPort(httpPort, common.settings()),
                common.settings());
        config.dataDir().prepare();
        // Before anything is said, and before the other's log is written to.
        Standalone.refuseSecond(config);
        if (!config.runs(Service.BROKER) && !isDatabaseAlone(config)) {
            BrokerProbe.reach(config.outside());
        }
        Logging.toFile(config.dataDir().log(config.name()));
        out.say("Starting on " + config.dataDir().root() + "; the log is in "
                + config.dataDir().log(config.name()) + ".");
        try (StopWish stop = StopWish.listen()) {
            run(config, out, stop);
            out.say("Stopped.");
        }
        return Exit.OK.code();
    }

    private static void run(StandaloneConfig config, Out out, StopWish stop) {
        try (Standalone standalone = Standalone.start(config, out::say)) {
            refuseWithoutDatabase(config, standalone);
            stop.allow(standalone.toStop());
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
                .orElseThrow(() -> new IllegalArgumentException(
                        "--only must be broker, database, state-store, reaper-job, read-model or ingest, was " + only));
    }

    private static boolean isDatabaseAlone(StandaloneConfig config) {
        return config.services().equals(Set.of(Service.DATABASE));
    }

    /** What is started for the sake of the read model alone has nothing to go on with. */
    private static void refuseWithoutDatabase(StandaloneConfig config, Standalone standalone) {
        boolean alone = isDatabaseAlone(config) || config.services().equals(Set.of(Service.READ_MODEL));
        if (alone && standalone.database().isEmpty()) {
            throw new Complaint(Exit.REFUSED, standalone.withoutDatabase());
        }
        if (isDatabaseAlone(config) && standalone.isDatabaseNamed()) {
            throw new Complaint(
                    Exit.REFUSED,
                    "There is no database to start, for odradek.database.url names one; leave one of the two out.");
        }
    }

    private static Map<String, Object> endpoints(StandaloneConfig config, Standalone standalone) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("bootstrap", standalone.connection().bootstrap());
        shown.put("url", standalone.url());
        database(config, standalone).ifPresent(url -> shown.put("database", url));
        standalone.trouble().ifPresent(why -> shown.put("trouble", why));
        shown.put("pid", ProcessHandle.current().pid());
        shown.put("data_dir", config.dataDir().root().toString());
        shown.put(
                "services",
                config.services().stream().map(Service::label).sorted().toList());
        return shown;
    }

    private static Optional<String> database(StandaloneConfig config, Standalone standalone) {
        return config.runs(Service.DATABASE) || config.runs(Service.READ_MODEL)
                ? standalone.database()
                : Optional.empty();
    }

    private static String greeting(StandaloneConfig config, Standalone standalone) {
        String where = ", data in " + config.dataDir().root() + ", log in "
                + config.dataDir().log(config.name()) + ".\nCtrl-C stops it. Next, in another terminal: ";
        String database = database(config, standalone)
                .map(url -> (config.runs(Service.READ_MODEL) ? "read model in " : "database at ") + url)
                .orElse("no read model");
        if (isDatabaseAlone(config)) {
            return "The database is up at " + standalone.database().orElse("?") + where
                    + "./odradek up --only read-model.";
        }
        boolean reads = config.runs(Service.STATE_STORE) || config.runs(Service.READ_MODEL);
        String serves = config.runs(Service.INGEST) ? "HTTP" : reads ? "reads and metrics" : "metrics";
        return "Odradek is up: Kafka at " + standalone.connection().bootstrap() + ", "
                + serves + " at " + standalone.listening()
                + (config.runs(Service.READ_MODEL) ? ", " + database : "") + where
                + "./odradek apply <file.yaml>, ./odradek post <machine>.";
    }
}
