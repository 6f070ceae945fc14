package dev.odradek.standalone.service;

import dev.odradek.ingest.IngestConfig;
import dev.odradek.localcluster.BrokerConfig;
import dev.odradek.topics.settings.Connection;
import dev.odradek.topics.settings.Settings;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which services this process runs, and where.
 *
 * @param bootstrap an outside Kafka; absent, the broker of this process or of the data directory
 * @param brokerPort preferred; a free one is taken if it is not
 * @param httpPort preferred; a free one is taken if it is not
 */
public record StandaloneConfig(
        DataDir dataDir,
        Set<Service> services,
        Optional<String> bootstrap,
        int brokerPort,
        int httpPort,
        Settings settings) {
    public static final int DEFAULT_BROKER_PORT = 9092;
    public static final int DEFAULT_HTTP_PORT = IngestConfig.DEFAULT_PORT;
    /** What runs beside a broker that is there already. */
    public static final Set<Service> WITHOUT_BROKER =
            Set.of(Service.DATABASE, Service.STATE_STORE, Service.REAPER_JOB, Service.READ_MODEL, Service.INGEST);

    public StandaloneConfig {
        services = Set.copyOf(services);
        if (services.contains(Service.BROKER) && bootstrap.isPresent()) {
            throw new IllegalArgumentException(
                    "An outside broker and one of our own exclude each other; leave out --bootstrap or --only broker");
        }
        inRange("--port", brokerPort);
        inRange("--http-port", httpPort);
    }

    /** The port that was asked for by an option, or else by the settings. */
    public static int httpPort(@Nullable Integer option, Settings settings) {
        return option == null ? IngestConfig.from(settings).port() : option;
    }

    /** The Kafka to use when this process runs no broker: the one named, the data directory's, or the settings'. */
    public Connection outside() {
        return connectionTo(bootstrap
                .or(() -> dataDir.running(Service.BROKER).map(Endpoint::bootstrap))
                .orElseGet(() -> Connection.from(settings).bootstrap()));
    }

    /** What the process calls itself, as in its log's name. */
    public String name() {
        return services.size() == 1 ? services.iterator().next().label() : "up";
    }

    public boolean runs(Service service) {
        return services.contains(service);
    }

    /** The broker of this process, with whatever {@code odradek.broker.*} gives it besides. */
    BrokerConfig broker() {
        BrokerConfig broker = BrokerConfig.in(dataDir.root()).preferringPort(brokerPort);
        for (Map.Entry<String, String> property :
                settings.below("odradek.broker.").entrySet()) {
            broker = broker.with(property.getKey(), property.getValue());
        }
        return broker;
    }

    /** The settings' connection, to this broker. */
    Connection connectionTo(String address) {
        Connection configured = Connection.from(settings);
        return new Connection(address, configured.plan(), configured.kafka());
    }

    private static void inRange(String option, int port) {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException(option + " must be between 0 and 65535, was " + port);
        }
    }
}
