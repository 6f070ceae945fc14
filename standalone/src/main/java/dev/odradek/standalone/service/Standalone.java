package dev.odradek.standalone.service;

import dev.odradek.ingest.IngestService;
import dev.odradek.localcluster.EmbeddedBroker;
import dev.odradek.reaper.ReaperConfig;
import dev.odradek.reaper.ReaperService;
import dev.odradek.statestore.StateStoreConfig;
import dev.odradek.statestore.StateStoreService;
import dev.odradek.statestore.read.Alarms;
import dev.odradek.statestore.read.Reads;
import dev.odradek.statestore.read.Views;
import dev.odradek.statestore.table.ReadModel;
import dev.odradek.topics.TopicKeeper;
import dev.odradek.topics.settings.Connection;
import dev.odradek.topics.settings.Settings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The services of one process: started in order, announced in the data directory, stopped in reverse. */
public final class Standalone implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Standalone.class);
    /** How long a read waits for what the reaper knows. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final Duration STOP = Duration.ofSeconds(30);

    private final StandaloneConfig config;
    private final Consumer<String> say;
    private final Metrics metrics = new Metrics();
    private final Deque<AutoCloseable> running = new ArrayDeque<>();
    private final HttpSide http;
    private final ReadSide reads;
    private Connection connection;
    private volatile @Nullable StateStoreService stateStore;
    private volatile @Nullable ReaperService reaper;
    private volatile @Nullable IngestService ingest;
    private boolean closed;

    private Standalone(StandaloneConfig config, Consumer<String> say) {
        this.config = config;
        this.say = say;
        this.connection = Connection.from(config.settings());
        this.http = HttpSide.start(config.httpPort(), metrics, this::isHealthy, config.runs(Service.INGEST));
        this.reads = ReadSide.begin(config);
        http.mention(this::trouble);
        running.push(metrics);
        running.push(reads);
        running.push(http);
    }

    /** Returns when everything asked for does its work; {@code say} hears what it took. */
    public static Standalone start(StandaloneConfig config, Consumer<String> say) {
        config.dataDir().prepare();
        refuseSecond(config);
        Standalone standalone = new Standalone(config, say);
        try {
            standalone.startServices();
            return standalone;
        } catch (RuntimeException | Error e) {
            standalone.close();
            throw e;
        }
    }

    public Connection connection() {
        return connection;
    }

    public String url() {
        return "http://" + host() + ":" + port();
    }

    /** Where HTTP listens, which is more than {@link #url()} if others can reach it. */
    public String listening() {
        IngestService serving = ingest;
        return serving == null ? url() : serving.listening();
    }

    private String host() {
        IngestService serving = ingest;
        return serving == null ? Endpoint.LOOPBACK : serving.host();
    }

    private int port() {
        IngestService serving = ingest;
        return serving == null ? http.port() : serving.port();
    }

    public Metrics metrics() {
        return metrics;
    }

    /** Where the database of the read model is, if there is one. */
    public Optional<String> database() {
        return Optional.ofNullable(reads.url());
    }

    /** Why there is no database, if there is none. */
    public String withoutDatabase() {
        return reads.reason();
    }

    /** Whether the settings name a database, so that none is started. */
    public boolean isDatabaseNamed() {
        return reads.isNamed();
    }

    /** Why the read model that this process should keep does not work just now, and what to do about it. */
    public Optional<String> trouble() {
        return config.runs(Service.READ_MODEL) ? Optional.ofNullable(reads.trouble()) : Optional.empty();
    }

    /** What answers from the tables; {@link dev.odradek.statestore.table.DatabaseException} says why it cannot. */
    public ReadModel readModel() {
        return reads.model(new Views(Alarms.NONE, connection.plan().partitions()));
    }

    /** Whether every service asked for does its work; the pipeline does not need the read model for it. */
    public boolean isHealthy() {
        StateStoreService store = stateStore;
        ReaperService reaping = reaper;
        return (!config.runs(Service.STATE_STORE) || (store != null && store.isRunning()))
                && (!config.runs(Service.REAPER_JOB) || (reaping != null && reaping.isRunning()))
                && (!config.runs(Service.INGEST) || ingest != null);
    }

    /** How long a stop may take: what the state-store has only in memory is written first. */
    public Duration toStop() {
        StateStoreService store = stateStore;
        return store == null ? STOP : STOP.plus(store.toStop());
    }

    private void startServices() {
        if (config.httpPort() != 0 && http.port() != config.httpPort()) {
            say.accept("Port " + config.httpPort() + " is taken; HTTP listens on port " + http.port() + " instead.");
        }
        connection = config.runs(Service.BROKER) ? config.connectionTo(startBroker()) : config.outside();
        if (config.runs(Service.BROKER)) {
            announce(Service.BROKER);
        }
        if (config.runs(Service.STATE_STORE)) {
            startStateStore();
            announce(Service.STATE_STORE);
        }
        if (config.runs(Service.REAPER_JOB)) {
            startReaper();
            announce(Service.REAPER_JOB);
        }
        if (config.runs(Service.DATABASE)) {
            announce(Service.DATABASE);
            reads.moved().ifPresent(say);
        }
        if (config.runs(Service.READ_MODEL)) {
            startReadModel();
            announce(Service.READ_MODEL);
        }
        if (config.runs(Service.INGEST)) {
            startIngest();
            announce(Service.INGEST);
        }
    }

    private String startBroker() {
        EmbeddedBroker broker = EmbeddedBroker.start(config.broker());
        running.push(broker);
        metrics.watch(Service.BROKER, () -> true);
        if (broker.tookAnotherPort()) {
            say.accept("Port " + config.brokerPort() + " is taken; the broker listens on " + broker.bootstrapServers()
                    + " instead.");
        }
        return broker.bootstrapServers();
    }

    private void startStateStore() {
        StateStoreConfig stateStoreConfig = StateStoreConfig.from(
                config.settings()
                        .with("odradek.state-store.state-dir", config.dataDir().state()),
                connection);
        StateStoreService store = StateStoreService.start(stateStoreConfig, metrics.registry());
        stateStore = store;
        running.push(store);
        metrics.watch(Service.STATE_STORE, store::isRunning);
        serve(store.reads());
        if (config.runs(Service.BROKER)) {
            // Nobody else decides on a broker of our own: no older instance can be left.
            store.raiseLevel();
        }
    }

    private void startReaper() {
        Settings settings = config.settings()
                .with("odradek.reaper.state-dir", config.dataDir().state());
        ReaperConfig reaperConfig = ReaperConfig.from(settings, connection);
        ReaperService started = ReaperService.start(reaperConfig, metrics.registry());
        reaper = started;
        running.push(started);
        metrics.watch(Service.REAPER_JOB, started::isRunning);
        StateStoreService store = stateStore;
        if (store != null) {
            audit(store, started, Duration.ofMillis(reaperConfig.terms().presence()));
        }
    }

    /** Both are here: what the reaper watches can be compared with what the state-store says, and told with it. */
    private void audit(StateStoreService store, ReaperService watching, Duration silence) {
        Reads core = store.reads().with(new ReaperAlarms(watching::watched, PATIENCE, silence));
        serve(core);
        Duration every = Auditor.every(config.settings());
        if (!every.isZero()) {
            running.push(Auditor.start(core::check, every, metrics.registry()));
        }
    }

    private void startReadModel() {
        if (stateStore == null) {
            ensureTopics();
            http.serve(new ReadRoutes(Optional.empty(), lists(this::readModel), Optional.empty()));
        }
        running.push(reads::stop);
        reads.start(connection, metrics.registry());
        metrics.watch(Service.READ_MODEL, () -> reads.trouble() == null);
        trouble().ifPresent(why -> say.accept(why + " The pipeline goes on without a read model."));
    }

    /** Last, since its reads and its answers come from the others. */
    private void startIngest() {
        String before = url();
        IngestService started = IngestSide.start(config, connection, http, metrics, this::isHealthy, this::trouble);
        ingest = started;
        running.push(started);
        metrics.watch(Service.INGEST, () -> true);
        if (started.port() != http.port()) {
            // Somebody took the port in the moment in which it was free, or has it on the address of ingest.
            say.accept("Port " + http.port() + " is taken; HTTP listens on port " + started.port() + " instead.");
        }
        if (!url().equals(before)) {
            // The others must be found as well.
            config.services().stream()
                    .filter(service -> service != Service.INGEST)
                    .forEach(this::write);
        }
    }

    private void serve(Reads core) {
        CheckNow check = new CheckNow(core::check);
        running.push(check);
        http.serve(new ReadRoutes(Optional.of(core), lists(() -> reads.model(core.views())), Optional.of(check)));
    }

    private ListRoutes lists(Supplier<ReadModel> model) {
        return new ListRoutes(model, () -> Optional.ofNullable(reads.trouble()));
    }

    private void announce(Service service) {
        write(service);
        running.push(() -> config.dataDir().retract(service));
    }

    private void write(Service service) {
        config.dataDir()
                .announce(Endpoint.here(
                        service, connection.bootstrap(), host(), port(), connection.plan(), database(service)));
    }

    /** Only those that have to do with it wait until it is known. */
    private @Nullable String database(Service service) {
        return service == Service.DATABASE || service == Service.READ_MODEL ? reads.url() : null;
    }

    private void ensureTopics() {
        try (Admin admin = Admin.create(connection.clientProperties())) {
            new TopicKeeper(admin).ensure(connection.plan().fixed());
        }
    }

    /** No service may run twice on a data directory. */
    public static void refuseSecond(StandaloneConfig config) {
        config.services().stream().sorted().forEach(service -> refuseSecond(config.dataDir(), service));
    }

    private static void refuseSecond(DataDir dataDir, Service service) {
        Optional<Endpoint> other = dataDir.running(service);
        if (other.isPresent()) {
            throw new DataDirException("A " + service.label() + " already runs on " + dataDir.root() + " as process "
                    + other.get().pid() + "; stop that process or choose another directory with --data-dir.");
        }
    }

    /** Stops everything, in reverse order; a second call does nothing. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        while (!running.isEmpty()) {
            AutoCloseable next = running.pop();
            try {
                next.close();
            } catch (Exception e) {
                // The rest must be stopped all the same.
                LOG.atWarn().setCause(e).log("a service did not stop cleanly");
            }
        }
    }
}
