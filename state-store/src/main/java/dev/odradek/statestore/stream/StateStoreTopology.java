package dev.odradek.statestore.stream;

import dev.odradek.statestore.partition.Core;
import dev.odradek.topics.TopicPlan;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.StreamPartitioner;

/** The whole graph: one log in, one store, and every output through one sink that knows where each record goes. */
public final class StateStoreTopology {
    public static final String ROWS = "rows";

    private StateStoreTopology() {}

    /**
     * The graph of one instance.
     *
     * @param memory half of how many bytes of the heap rows may take that are kept decoded, in all partitions together,
     *     and eight times what those may take that wait for a commit
     */
    public static Topology of(Core core, TopicPlan plan, QueueTopics queues, StateStoreMeters meters, long memory) {
        long share = memory / plan.partitions();
        Serializer<Outgoing> value = (topic, out) -> out.value();
        StreamPartitioner<byte[], Outgoing> partitioner = StateStoreTopology::partition;
        return new Topology()
                .addSource("commands", new ByteArrayDeserializer(), new ByteArrayDeserializer(), plan.commands())
                .addProcessor("core", () -> new CommandProcessor(core, plan, queues, meters, 2 * share), "commands")
                .addStateStore(new RowStore.Builder(ROWS, share / 8), "core")
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
