package dev.odradek.statestore.replay;

import static java.util.Objects.requireNonNull;

import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.settings.Connection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What is recorded of one partition since a time.
 *
 * @param first the first command of the span
 * @param end where the commands end now
 * @param factsFrom the first fact that is kept
 * @param factsEnd where the committed facts end now
 * @param cutAt when the first command was taken, if earlier ones of the span are not kept any more
 */
record Span(int partition, long first, long end, long factsFrom, long factsEnd, Optional<Instant> cutAt) {

    static List<Span> since(Connection connection, Instant since) {
        TopicPlan plan = connection.plan();
        List<TopicPartition> commands = partitions(plan.commands(), plan.partitions());
        List<TopicPartition> events = partitions(plan.events(), plan.partitions());
        Map<TopicPartition, Long> times =
                commands.stream().collect(Collectors.toMap(each -> each, each -> Math.max(0, since.toEpochMilli())));
        try (KafkaConsumer<byte[], byte[]> asking = Tape.consumer(connection)) {
            Map<TopicPartition, Long> factsFrom = asking.beginningOffsets(events);
            // The facts before the commands: what each of them follows from is then among the commands.
            Map<TopicPartition, Long> factsEnd = asking.endOffsets(events);
            Map<TopicPartition, Long> begins = asking.beginningOffsets(commands);
            Map<TopicPartition, Long> ends = asking.endOffsets(commands);
            Map<TopicPartition, OffsetAndTimestamp> found = asking.offsetsForTimes(times);
            List<Span> spans = new ArrayList<>();
            for (int p = 0; p < plan.partitions(); p++) {
                long end = requireNonNull(ends.get(commands.get(p)));
                long begin = requireNonNull(begins.get(commands.get(p)));
                @Nullable OffsetAndTimestamp start = found.get(commands.get(p));
                spans.add(new Span(
                        p,
                        start == null ? end : start.offset(),
                        end,
                        requireNonNull(factsFrom.get(events.get(p))),
                        requireNonNull(factsEnd.get(events.get(p))),
                        cutAt(begin, start)));
            }
            return spans;
        }
    }

    /** A log that was never cut begins with all there is; one that was may lack what came before its first record. */
    private static Optional<Instant> cutAt(long begin, @Nullable OffsetAndTimestamp start) {
        return start == null || begin == 0 || start.offset() > begin
                ? Optional.empty()
                : Optional.of(Instant.ofEpochMilli(start.timestamp()));
    }

    private static List<TopicPartition> partitions(String topic, int partitions) {
        return IntStream.range(0, partitions)
                .mapToObj(p -> new TopicPartition(topic, p))
                .toList();
    }
}
