package dev.odradek.statestore.table;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Reads whole topics into tables, from their beginning to wherever it is told to stop. */
final class Reading {
    private static final Duration POLL = Duration.ofMillis(200);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Projector projector;
    private final Map<TopicPartition, Long> beginning;

    private Reading(KafkaConsumer<byte[], byte[]> consumer, Projector projector, Map<TopicPartition, Long> beginning) {
        this.consumer = consumer;
        this.projector = projector;
        this.beginning = beginning;
    }

    static Reading fromTheBeginning(KafkaConsumer<byte[], byte[]> consumer, Projector projector) {
        Set<TopicPartition> all = projector.topics().stream()
                .flatMap(topic -> consumer.partitionsFor(topic).stream())
                .map(each -> new TopicPartition(each.topic(), each.partition()))
                .collect(Collectors.toSet());
        consumer.assign(all);
        Map<TopicPartition, Long> beginning = consumer.beginningOffsets(all);
        beginning.forEach(consumer::seek);
        return new Reading(consumer, projector, beginning);
    }

    /** Whether records of a topic are gone, by age or by hand. */
    boolean hasLostItsBeginning(String topic) {
        return beginning.entrySet().stream()
                .anyMatch(each -> each.getKey().topic().equals(topic) && each.getValue() > 0);
    }

    /** How many records have been read, those that only end transactions among them. */
    long done() {
        return sum(positions().values()) - sum(beginning.values());
    }

    /** How many there are besides. */
    long behind() {
        Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
        return sum(ends.values()) - sum(positions().values());
    }

    void step() {
        var records = consumer.poll(POLL);
        if (!records.isEmpty()) {
            projector.apply(records);
        }
    }

    /** Reads on until each partition is where it is to be, or at its end, if that is another log's. */
    void until(Map<TopicPartition, Long> level) {
        Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
        while (!level.entrySet().stream()
                .allMatch(each -> consumer.position(each.getKey())
                        >= Math.min(each.getValue(), ends.getOrDefault(each.getKey(), 0L)))) {
            step();
        }
    }

    /** The next offset of each partition. */
    Map<TopicPartition, Long> positions() {
        Map<TopicPartition, Long> positions = new HashMap<>();
        consumer.assignment().forEach(each -> positions.put(each, consumer.position(each)));
        return positions;
    }

    private static long sum(Collection<Long> offsets) {
        return offsets.stream().mapToLong(Long::longValue).sum();
    }
}
