package dev.odradek.ingest.claim;

import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.event.DispatchRecord;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.UnreadableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The consumer behind the boards: takes on queues that are asked for, reads where there is room, notes how far. */
final class LaneConsumer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LaneConsumer.class);
    private static final Duration POLL = Duration.ofMillis(250);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final long NOTE_EVERY = TimeUnit.SECONDS.toNanos(1);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Queues queues;
    private final TopicPlan plan;
    private final Watermarks watermarks;
    private final Map<TopicPartition, Source> sources = new HashMap<>();
    private volatile boolean wakeable;
    private long lastNote = System.nanoTime();

    /** Which part of which queue a partition is. */
    private record Source(String queue, LanePartition at) {}

    /** A record of a lane, and what it says; absent: nothing that could be read. */
    private record Read(
            LanePartition at,
            ConsumerRecord<byte[], byte[]> raw,
            @Nullable DispatchRecord dispatch) {}

    LaneConsumer(KafkaConsumer<byte[], byte[]> consumer, Queues queues, TopicPlan plan, Watermarks watermarks) {
        this.consumer = consumer;
        this.queues = queues;
        this.plan = plan;
        this.watermarks = watermarks;
    }

    /** There is something to do besides waiting for records. */
    void wakeUp() {
        if (wakeable) {
            consumer.wakeup();
        }
    }

    boolean isIdle() {
        return sources.isEmpty();
    }

    /** Begins with the queues whose lanes are there by now. */
    void adopt() {
        for (String queue : queues.due(System.nanoTime())) {
            List<TopicPartition> lanes = lanes(queue);
            if (!lanes.isEmpty()) {
                begin(queue, lanes);
            }
            queues.found(queue, !lanes.isEmpty());
        }
    }

    /** The partitions of both lanes; none if one of them is not there. */
    private List<TopicPartition> lanes(String queue) {
        List<TopicPartition> all = new ArrayList<>();
        for (Lane lane : List.of(Lane.AGAIN, Lane.NORMAL)) {
            List<TopicPartition> found = partitions(plan.work(queue, lane));
            if (found.isEmpty()) {
                return List.of();
            }
            all.addAll(found);
        }
        return all;
    }

    private void begin(String queue, List<TopicPartition> lanes) {
        follow();
        Map<TopicPartition, Long> starts = watermarks.starts(queue, lanes);
        Set<TopicPartition> all = new HashSet<>(consumer.assignment());
        all.addAll(lanes);
        consumer.assign(all);
        for (TopicPartition lane : lanes) {
            long start = starts.getOrDefault(lane, 0L);
            consumer.seek(lane, start);
            LanePartition at = new LanePartition(lane(lane.topic(), queue), lane.partition());
            sources.put(lane, new Source(queue, at));
            queues.look(queue, false, asked -> {
                asked.offers().open(at, start);
                return true;
            });
        }
        LOG.atInfo().addKeyValue("queue", queue).log("workers over HTTP ask for a queue: reading it from {}", starts);
    }

    /** Facts are followed before the first dispatch is read: from then on nothing is settled unheard. */
    private void follow() {
        if (!consumer.assignment().isEmpty()) {
            return;
        }
        List<TopicPartition> events = partitions(plan.events());
        consumer.assign(events);
        consumer.seekToEnd(events);
        events.forEach(each -> consumer.position(each, PATIENCE));
    }

    private List<TopicPartition> partitions(String topic) {
        List<PartitionInfo> found = consumer.partitionsFor(topic, PATIENCE);
        return found == null
                ? List.of()
                : found.stream()
                        .map(each -> new TopicPartition(each.topic(), each.partition()))
                        .toList();
    }

    private Lane lane(String topic, String queue) {
        return topic.equals(plan.work(queue, Lane.AGAIN)) ? Lane.AGAIN : Lane.NORMAL;
    }

    /** Reads what there is, as far as there is room for it. */
    void turn() {
        steer();
        take(poll());
        arrive();
    }

    private ConsumerRecords<byte[], byte[]> poll() {
        wakeable = true;
        try {
            return consumer.poll(POLL);
        } finally {
            wakeable = false;
        }
    }

    private void steer() {
        boolean rests = false;
        Map<String, Set<Wish>> asking = new HashMap<>();
        for (Map.Entry<TopicPartition, Source> each : sources.entrySet()) {
            Source source = each.getValue();
            Set<Wish> wishes = asking.computeIfAbsent(source.queue(), queues::asking);
            LaneReading.Step step = queues.look(
                    source.queue(),
                    LaneReading.Step.REST,
                    queue -> queue.offers().next(source.at(), wishes));
            if (step == LaneReading.Step.REST) {
                rests = true;
                consumer.pause(List.of(each.getKey()));
                continue;
            }
            if (step == LaneReading.Step.SEEK) {
                long to =
                        queues.look(source.queue(), 0L, queue -> queue.offers().position(source.at()));
                consumer.seek(each.getKey(), to);
            }
            consumer.resume(List.of(each.getKey()));
        }
        queues.resting(rests);
    }

    private void take(ConsumerRecords<byte[], byte[]> records) {
        Map<String, List<Read>> byQueue = new TreeMap<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            Source source = sources.get(new TopicPartition(record.topic(), record.partition()));
            if (source == null) {
                FactReader.read(record.value()).ifPresent(queues::hear);
            } else {
                byQueue.computeIfAbsent(source.queue(), none -> new ArrayList<>())
                        .add(new Read(source.at(), record, dispatch(record)));
            }
        }
        byQueue.forEach((queue, read) -> queues.read(queue, offers -> put(offers, read)));
    }

    /** The tenants who have more on offer now. */
    private static Set<String> put(QueueOffers offers, List<Read> all) {
        Set<String> tenants = new HashSet<>();
        for (Read each : all) {
            ConsumerRecord<byte[], byte[]> raw = each.raw();
            if (each.dispatch() == null) {
                offers.passed(each.at(), raw.offset());
            } else if (offers.read(
                    each.at(), raw.offset(), raw.timestamp(), raw.serializedValueSize(), each.dispatch())) {
                tenants.add(each.dispatch().tenant());
            }
        }
        return tenants;
    }

    private static @Nullable DispatchRecord dispatch(ConsumerRecord<byte[], byte[]> record) {
        try {
            return Formats.DISPATCHES.read(record.value() == null ? new byte[0] : record.value());
        } catch (UnreadableException e) {
            // The item is dispatched again when its time has come.
            LOG.atWarn()
                    .addKeyValue("topic", record.topic())
                    .addKeyValue("partition", record.partition())
                    .addKeyValue("offset", record.offset())
                    .log("skipped an unreadable dispatch: {}", e.getMessage());
            return null;
        }
    }

    /** Says how far it has got: whoever waits to hear that there is nothing hears it now. */
    private void arrive() {
        Map<String, Map<LanePartition, Long>> positions = new HashMap<>();
        Map<String, Set<LanePartition>> ends = new HashMap<>();
        sources.forEach((partition, source) -> {
            try {
                long position = consumer.position(partition, Duration.ofSeconds(1));
                positions
                        .computeIfAbsent(source.queue(), none -> new HashMap<>())
                        .put(source.at(), position);
                if (consumer.currentLag(partition).orElse(-1) == 0) {
                    ends.computeIfAbsent(source.queue(), none -> new HashSet<>())
                            .add(source.at());
                }
            } catch (TimeoutException e) {
                LOG.trace("no position in {} yet", partition);
            }
        });
        positions.forEach((queue, at) -> {
            Set<LanePartition> ended = ends.getOrDefault(queue, Set.of());
            queues.read(queue, offers -> {
                at.forEach((lane, position) -> offers.reached(lane, position, ended.contains(lane)));
                return Set.of();
            });
        });
    }

    /** Notes how far it has got, and lets go of what nobody asks for; not too often. */
    void noteNowAndThen() {
        if (System.nanoTime() - lastNote < NOTE_EVERY) {
            return;
        }
        lastNote = System.nanoTime();
        byQueue().forEach(watermarks::note);
        List<String> gone = queues.forget(System.nanoTime());
        if (sources.values().removeIf(source -> gone.contains(source.queue()))) {
            if (sources.isEmpty()) {
                // From here on facts go unheard: what was heard says nothing about later.
                consumer.assign(List.of());
                queues.forgetFacts();
                return;
            }
            Set<TopicPartition> left = new HashSet<>(sources.keySet());
            consumer.assignment().stream()
                    .filter(each -> each.topic().equals(plan.events()))
                    .forEach(left::add);
            consumer.assign(left);
            LOG.atInfo().log("nobody has asked for the queues {} in a while: not reading them any more", gone);
        }
    }

    private Map<String, Map<TopicPartition, Long>> byQueue() {
        Map<String, Map<TopicPartition, Long>> all = new HashMap<>();
        sources.forEach((partition, source) -> {
            long at = queues.look(source.queue(), -1L, queue -> queue.offers().watermark(source.at()));
            if (at >= 0) {
                all.computeIfAbsent(source.queue(), none -> new HashMap<>()).put(partition, at);
            }
        });
        return all;
    }

    /** Waits, but not for long, until it is noted how far it has got. */
    void noteLast() {
        byQueue().forEach((queue, at) -> {
            try {
                watermarks.note(queue, at).get(2, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (java.util.concurrent.ExecutionException
                    | java.util.concurrent.TimeoutException
                    | KafkaException e) {
                LOG.atInfo().log("how far queue {} was read is not noted; what follows is read again", queue);
            }
        });
    }

    @Override
    public void close() {
        consumer.close();
    }
}
