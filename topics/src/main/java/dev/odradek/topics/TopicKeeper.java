package dev.odradek.topics;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates the topics that are missing and refuses those that are not as they must be. */
public final class TopicKeeper {
    private static final Logger LOG = LoggerFactory.getLogger(TopicKeeper.class);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final Admin admin;

    public TopicKeeper(Admin admin) {
        this.admin = admin;
    }

    /** Every topic of {@code specs} exists as described when this returns. */
    public void ensure(List<TopicSpec> specs) {
        if (specs.isEmpty()) {
            return;
        }
        Collection<String> existing = await(admin.listTopics().names());
        create(specs.stream().filter(spec -> !existing.contains(spec.name())).toList());
        check(specs);
    }

    /** Every topic of {@code specs} exists when this returns; those that did may differ from the spec. */
    public void createMissing(List<TopicSpec> specs) {
        Collection<String> existing = await(admin.listTopics().names());
        List<TopicSpec> missing =
                specs.stream().filter(spec -> !existing.contains(spec.name())).toList();
        if (!missing.isEmpty()) {
            create(missing);
        }
    }

    /** Whether nothing was ever written to any partition of a topic. */
    public boolean isUnwritten(String topic) {
        Map<TopicPartition, OffsetSpec> ends = offsets(describe(List.of(topic)), OffsetSpec.latest());
        return await(admin.listOffsets(ends).all()).values().stream().allMatch(end -> end.offset() == 0);
    }

    /** How many partitions a topic has, if it is there. */
    public Optional<Integer> partitions(String topic) {
        if (!await(admin.listTopics().names()).contains(topic)) {
            return Optional.empty();
        }
        return Optional.of(
                requireNonNull(describe(List.of(topic)).get(topic)).partitions().size());
    }

    private void create(List<TopicSpec> missing) {
        if (missing.isEmpty()) {
            return;
        }
        int brokers = await(admin.describeCluster().nodes()).size();
        short replicas = (short) Math.min(3, brokers);
        List<NewTopic> topics = missing.stream()
                .map(spec -> new NewTopic(spec.name(), spec.partitions(), replicas).configs(configs(spec, replicas)))
                .toList();
        for (KafkaFuture<Void> created : admin.createTopics(topics).values().values()) {
            try {
                await(created);
            } catch (TopicExistsException race) {
                LOG.debug("another instance created a topic at the same moment; it is checked like any other");
            }
        }
    }

    private static Map<String, String> configs(TopicSpec spec, short replicas) {
        Map<String, String> configs = spec.configs();
        if (replicas >= 3) {
            configs.put("min.insync.replicas", "2");
            configs.put("unclean.leader.election.enable", "false");
        }
        return configs;
    }

    private void check(List<TopicSpec> specs) {
        List<String> names = specs.stream().map(TopicSpec::name).toList();
        List<ConfigResource> resources =
                names.stream().map(TopicKeeper::resource).toList();
        Map<String, TopicDescription> described =
                whenKnown(names, () -> admin.describeTopics(names).allTopicNames(), TopicKeeper::isLed);
        // The leader that metadata names may not have the partition yet, and turns writers away. Of a producer with
        // several requests in flight a later one may then be the first accepted, and the first is out of order until
        // it times out. Only who has the partition can tell its offsets.
        whenKnown(
                names,
                () -> admin.listOffsets(offsets(described, OffsetSpec.earliest()))
                        .all(),
                found -> true);
        Map<ConfigResource, Config> configs =
                whenKnown(names, () -> admin.describeConfigs(resources).all(), found -> true);
        List<String> widths = new ArrayList<>();
        List<String> settings = new ArrayList<>();
        for (TopicSpec spec : specs) {
            int partitions =
                    requireNonNull(described.get(spec.name())).partitions().size();
            if (partitions != spec.partitions()) {
                widths.add(spec.name() + " must have " + spec.partitions() + " partitions, has " + partitions);
            }
            settings.addAll(wrongSettings(spec, requireNonNull(configs.get(resource(spec.name())))));
        }
        if (!widths.isEmpty() || !settings.isEmpty()) {
            throw new TopicMismatchException(sentence(widths, settings));
        }
    }

    private static List<String> wrongSettings(TopicSpec spec, Config config) {
        List<String> wrong = new ArrayList<>();
        spec.essential().forEach((key, expected) -> {
            String actual = config.get(key).value();
            if (!expected.equals(actual)) {
                wrong.add(spec.name() + " must have " + key + "=" + expected + ", has " + actual);
            }
        });
        String largest = config.get("max.message.bytes").value();
        if (Integer.parseInt(largest) < spec.maxBytes()) {
            wrong.add(spec.name() + " must have max.message.bytes of at least " + spec.maxBytes() + ", has " + largest);
        }
        return wrong;
    }

    private static String sentence(List<String> widths, List<String> settings) {
        List<String> remedies = new ArrayList<>();
        if (!widths.isEmpty()) {
            remedies.add("set odradek.partitions (for answers odradek.answer-slots, for a work topic its queue's"
                    + " transport) to what the topics have");
        }
        if (!settings.isEmpty()) {
            remedies.add("alter the topics with kafka-configs.sh --alter --add-config");
        }
        remedies.add("choose another odradek.prefix");
        String wrong = Stream.concat(widths.stream(), settings.stream()).collect(Collectors.joining("; "));
        return "The topics are not as they must be: " + wrong + "; to mend it, " + String.join(", or ", remedies) + ".";
    }

    /** Asks until the broker that answers has heard of the topics: a new topic is not known everywhere at once. */
    private static <T> T whenKnown(List<String> names, Supplier<KafkaFuture<T>> question, Predicate<T> ready) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline) {
            try {
                T answer = await(question.get());
                if (ready.test(answer)) {
                    return answer;
                }
            } catch (UnknownTopicOrPartitionException e) {
                LOG.debug("a broker has not heard of a new topic yet");
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        throw new TopicMismatchException("The topics " + String.join(", ", names) + " have no leader after "
                + PATIENCE.toSeconds() + " s; check that enough brokers are up.");
    }

    private static Map<TopicPartition, OffsetSpec> offsets(Map<String, TopicDescription> topics, OffsetSpec which) {
        return topics.values().stream()
                .flatMap(topic -> topic.partitions().stream()
                        .map(partition -> new TopicPartition(topic.name(), partition.partition())))
                .collect(Collectors.toMap(partition -> partition, partition -> which));
    }

    private static boolean isLed(Map<String, TopicDescription> topics) {
        return topics.values().stream()
                .flatMap(topic -> topic.partitions().stream())
                .allMatch(partition -> partition.leader() != null);
    }

    private static ConfigResource resource(String topic) {
        return new ConfigResource(ConfigResource.Type.TOPIC, topic);
    }

    private Map<String, TopicDescription> describe(List<String> names) {
        return await(admin.describeTopics(names).allTopicNames());
    }

    private static <T> T await(KafkaFuture<T> future) {
        try {
            return future.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw new org.apache.kafka.common.errors.TimeoutException(
                    "The Kafka broker did not answer within " + PATIENCE.toSeconds()
                            + " s; check odradek.bootstrap and that the broker is up.",
                    e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
