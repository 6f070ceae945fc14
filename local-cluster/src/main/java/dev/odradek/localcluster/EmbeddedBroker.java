package dev.odradek.localcluster;

import java.io.OutputStream;
import java.io.PrintStream;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A real one-node KRaft broker in this JVM; ready when {@link #start} returns, its data kept when it is closed. */
public final class EmbeddedBroker implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(EmbeddedBroker.class);
    private static final int BIND_TRIES = 3;

    private final BrokerConfig config;
    private final DataDirectory data;
    private final Running running;

    private record Running(KafkaRaftServer server, BrokerPorts ports) {}

    private EmbeddedBroker(BrokerConfig config, DataDirectory data, Running running) {
        this.config = config;
        this.data = data;
        this.running = running;
    }

    /** Starts on an empty or an earlier data directory, or says in one sentence what to change. */
    public static EmbeddedBroker start(BrokerConfig config) {
        DataDirectory data = DataDirectory.lock(config.dataDir(), "broker", "kafka");
        try {
            if (KilledBroker.left(data.folder())) {
                KilledBroker.signOff(config, data.folder());
            }
            formatOnce(data.folder());
            EmbeddedBroker broker = new EmbeddedBroker(config, data, launch(config, data, BIND_TRIES));
            log.atInfo().addKeyValue("bootstrap", broker.bootstrapServers()).log("broker is up");
            return broker;
        } catch (RuntimeException | Error e) {
            data.close();
            throw e;
        }
    }

    /** What clients connect to first: the advertised address if there is one. */
    public String bootstrapServers() {
        return config.advertised().orElse(config.bindHost() + ":" + port());
    }

    /** The port it took, whatever was asked for. */
    public int port() {
        return running.ports().client();
    }

    /** Whether the preferred port was taken by someone else. */
    public boolean tookAnotherPort() {
        return config.port() != 0 && config.port() != port();
    }

    @Override
    public void close() {
        try {
            running.server().shutdown();
            running.server().awaitShutdown();
        } finally {
            data.close();
        }
    }

    private static Running launch(BrokerConfig config, DataDirectory data, int triesLeft) {
        BrokerPorts ports = BrokerPorts.choose(config);
        Map<String, String> properties = BrokerProperties.of(config, ports, data.folder());
        KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(properties, false), Time.SYSTEM);
        try {
            server.startup();
            return new Running(server, ports);
        } catch (RuntimeException e) {
            server.shutdown();
            server.awaitShutdown();
            // Someone bound a probed port before we did: choose again, unless it was the fixed one.
            if (triesLeft > 1 && causedByTakenPort(e)) return launch(config, data, triesLeft - 1);
            throw new LocalClusterException(
                    "The broker on " + config.dataDir() + " did not start (" + e.getMessage()
                            + "); see its log, or start on an empty data directory.",
                    e);
        }
    }

    private static boolean causedByTakenPort(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException
                    || String.valueOf(cause.getMessage()).contains("Address already in use")) return true;
        }
        return false;
    }

    /** The meta file is written last, so a format cut short by a kill is done again. */
    private static void formatOnce(Path logDir) {
        if (Files.exists(logDir.resolve("meta.properties"))) return;
        try {
            new Formatter()
                    .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                    .setClusterId(Uuid.randomUuid().toString())
                    .setNodeId(BrokerProperties.NODE_ID)
                    .addDirectory(logDir.toString())
                    .setMetadataLogDirectory(Optional.of(logDir.toString()))
                    .setControllerListenerName(BrokerProperties.CONTROLLER)
                    .setReleaseVersion(MetadataVersion.LATEST_PRODUCTION)
                    .setIgnoreFormatted(true)
                    .run();
        } catch (Exception e) {
            throw new LocalClusterException(
                    "The data directory " + logDir + " could not be formatted (" + e.getMessage()
                            + "); choose an empty data directory.",
                    e);
        }
    }
}
