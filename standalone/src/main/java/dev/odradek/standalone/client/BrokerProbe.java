package dev.odradek.standalone.client;

import dev.odradek.topics.TopicKeeper;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.settings.Connection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;

/** Finds out within seconds whether a broker listens, and how its topics are cut. */
public final class BrokerProbe {
    private static final Duration CONNECT = Duration.ofSeconds(2);
    /** For one that listens: on a busy machine it may take its time. */
    private static final String PATIENCE_MS = "15000";

    private BrokerProbe() {}

    /** The connection with time-outs fit for someone who waits at a terminal; a complaint if nobody listens there. */
    public static Connection reach(Connection connection) {
        String[] addresses = connection.bootstrap().split(",");
        if (Arrays.stream(addresses).noneMatch(BrokerProbe::listens)) {
            throw absent(connection.bootstrap(), null);
        }
        Map<String, String> kafka = new HashMap<>(connection.kafka());
        kafka.putIfAbsent("request.timeout.ms", PATIENCE_MS);
        kafka.putIfAbsent("default.api.timeout.ms", PATIENCE_MS);
        kafka.putIfAbsent("max.block.ms", PATIENCE_MS);
        kafka.putIfAbsent("delivery.timeout.ms", "20000");
        return new Connection(connection.bootstrap(), connection.plan(), kafka);
    }

    /** The connection with the numbers of partitions that the cluster really has. */
    public static Connection fitted(Connection connection, Admin admin) {
        TopicKeeper keeper = new TopicKeeper(admin);
        TopicPlan plan = connection.plan();
        Optional<Integer> partitions = keeper.partitions(plan.commands());
        Optional<Integer> slots = keeper.partitions(plan.answers());
        if (partitions.isEmpty() || slots.isEmpty()) {
            throw new Complaint(
                    Exit.NOT_THERE,
                    "The broker at " + connection.bootstrap() + " has no topics with the prefix " + plan.prefix()
                            + "; start a state-store there with ./odradek up --only state-store --bootstrap "
                            + connection.bootstrap() + ", or set odradek.prefix.");
        }
        TopicPlan actual = new TopicPlan(plan.prefix(), partitions.get(), slots.get(), plan.maxBytes());
        return new Connection(connection.bootstrap(), actual, connection.kafka());
    }

    /** What to say when no broker answers at an address. */
    public static Complaint absent(String bootstrap, @org.jspecify.annotations.Nullable Throwable cause) {
        return new Complaint(
                Exit.NOT_THERE,
                "No Kafka broker answers at " + bootstrap
                        + "; start one with ./odradek up, or name another with --bootstrap host:port.",
                cause);
    }

    private static boolean listens(String address) {
        int colon = address.lastIndexOf(':');
        if (colon < 1) {
            throw malformed(address);
        }
        try (Socket socket = new Socket()) {
            int port = Integer.parseInt(address.substring(colon + 1).trim());
            socket.connect(
                    new InetSocketAddress(address.substring(0, colon).trim(), port),
                    Math.toIntExact(CONNECT.toMillis()));
            return true;
        } catch (IOException nobody) {
            return false;
        } catch (IllegalArgumentException e) {
            throw malformed(address);
        }
    }

    private static Complaint malformed(String address) {
        return new Complaint(
                Exit.USAGE, "A broker is named as host:port, such as 127.0.0.1:9092, not as " + address + ".");
    }
}
