package dev.odradek.statestore.stream;

import dev.odradek.statestore.partition.Core;
import dev.odradek.topics.TopicPlan;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.StreamPartitioner;

/** The whole graph: one log in, one store, and every output through one sink that knows where each record goes. */
public final class StateStoreTopology {
    public static final String ROWS = "rows";

    /**
     * Of the changelog. A killed instance may find its disk as it was closed weeks ago, and goes on from there: what
     * was deleted since must still be told.
     */
    private static final Map<String, String> LOG = Map.of(
            TopicConfig.DELETE_RETENTION_MS_CONFIG,
            Long.toString(Duration.ofDays(90).toMillis()));

    private StateStoreTopology() {}

    /**
     * The graph of one instance.
     *
     * @param memory bytes, of which all partitions together have shares: of the heap, half as many for rows kept
     *     decoded, and a small part for rows that wait for the commit
     * @param late bytes outside the heap, in equal shares, for rows that go to disk later
     */
    public static Topology of(
            Core core, TopicPlan plan, QueueTopics queues, StateStoreMeters meters, long memory, long late) {
        long share = memory / plan.partitions();
        Serializer<Outgoing> value = (topic, out) -> out.value();
        StreamPartitioner<byte[], Outgoing> partitioner = StateStoreTopology::partition;
        return new Topology()
                .addSource("commands", new ByteArrayDeserializer(), new ByteArrayDeserializer(), plan.commands())
                .addProcessor("core", () -> new CommandProcessor(core, plan, queues, meters, share / 2), "commands")
                .addStateStore(
                        new RowStore.Builder(ROWS, share / 128, RowMemory.of(late, plan.partitions()))
                                .withLoggingEnabled(LOG),
                        "core")
                .addSink(
                        "outputs",
                        (key, out, context) -> out.topic(),
                        new ByteArraySerializer(),
                        value,
                        partitioner,
                        "core");
    }

    private static Optional<Set<Integer>> partition(String topic, byte[] key, Outgoing out, int partitions) {
        int partition = out.partition() == Outgoing.BY_KEY
                ? Utils.toPositive(Utils.murmur2(out.key())) % partitions
                : out.partition();
        return Optional.of(Set.of(partition));
    }
}
