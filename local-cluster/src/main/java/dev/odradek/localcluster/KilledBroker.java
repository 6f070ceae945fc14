package dev.odradek.localcluster;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.BrokerIdNotRegisteredException;
import org.apache.kafka.common.utils.Time;

/**
 * Signs a killed broker off before its successor starts.
 *
 * <p>Under the registration of the dead the successor would take itself for the leader, begin to end the transactions
 * that were open, and drop their markers once that registration runs out, for it takes partitions without a leader for
 * deleted (KAFKA-20734, Kafka 4.3.1). Readers of the committed then wait for ever, or read what was aborted.
 */
final class KilledBroker {
    private static final int LIMIT_SECONDS = 60;

    private KilledBroker() {}

    /** Whether a broker used this directory and did not get to close it. */
    static boolean left(Path logDir) {
        return Files.exists(logDir.resolve("meta.properties")) && !Files.exists(logDir.resolve(".kafka_cleanshutdown"));
    }

    /** Starts the controller alone, which knows no broker when this returns. */
    static void signOff(BrokerConfig config, Path logDir) {
        int port = Ports.free(config.bindHost(), 1).get(0);
        Map<String, String> properties = BrokerProperties.ofController(config, port, logDir);
        KafkaRaftServer controller = new KafkaRaftServer(new KafkaConfig(properties, false), Time.SYSTEM);
        try {
            controller.startup();
            unregister(config.bindHost() + ":" + port);
        } catch (ExecutionException | TimeoutException e) {
            throw failed(config, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(config, e);
        } finally {
            controller.shutdown();
            controller.awaitShutdown();
        }
    }

    private static void unregister(String controller)
            throws ExecutionException, InterruptedException, TimeoutException {
        try (Admin admin = Admin.create(Map.of("bootstrap.controllers", controller))) {
            admin.unregisterBroker(BrokerProperties.NODE_ID).all().get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            // It was killed before it had registered.
            if (!(e.getCause() instanceof BrokerIdNotRegisteredException)) throw e;
        }
    }

    private static LocalClusterException failed(BrokerConfig config, Exception cause) {
        return new LocalClusterException(
                "The broker killed on " + config.dataDir() + " could not be signed off (" + cause.getMessage()
                        + "); start again, or start on an empty data directory.",
                cause);
    }
}
