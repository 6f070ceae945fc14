package dev.odradek.topics.settings;

import dev.odradek.topics.TopicPlan;
import java.util.HashMap;
import java.util.Map;

/**
 * Which Kafka to talk to and under which prefix.
 *
 * @param kafka further client properties, such as those of TLS and SASL, as Kafka names them
 */
public record Connection(String bootstrap, TopicPlan plan, Map<String, String> kafka) {
    public static final String DEFAULT_BOOTSTRAP = "127.0.0.1:9092";

    /**
     * How long a member of a group of the new protocol should poll for, in ms: hardly longer than a fetch waits.
     *
     * <p>Only the next poll follows a fetch that has brought nothing by another; until then nobody hears of what comes.
     */
    public static final int GROUP_POLL_MS = 505;

    public Connection {
        if (bootstrap.isBlank()) {
            throw new IllegalArgumentException("odradek.bootstrap must name a broker as host:port, was empty");
        }
        kafka = Map.copyOf(kafka);
    }

    public static Connection to(String bootstrap) {
        return new Connection(bootstrap, TopicPlan.defaults(), Map.of());
    }

    public static Connection from(Settings settings) {
        TopicPlan plan = new TopicPlan(
                settings.text("odradek.prefix", TopicPlan.DEFAULT_PREFIX),
                settings.number("odradek.partitions", TopicPlan.DEFAULT_PARTITIONS),
                settings.number("odradek.answer-slots", TopicPlan.DEFAULT_SLOTS),
                settings.number("odradek.max-bytes", TopicPlan.DEFAULT_MAX_BYTES));
        return new Connection(
                settings.text("odradek.bootstrap", DEFAULT_BOOTSTRAP), plan, settings.below("odradek.kafka."));
    }

    /** A fresh map with what every Kafka client needs, to be added to. */
    public Map<String, Object> clientProperties() {
        Map<String, Object> properties = new HashMap<>(kafka);
        properties.put("bootstrap.servers", bootstrap);
        return properties;
    }
}
