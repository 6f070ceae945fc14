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
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicExistsException;

/** Creates the topics that are missing and refuses those that are not as they must be. */
public final class TopicKeeper {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Admin admin;

    public TopicKeeper(Admin admin) {
        this.admin = admin;
    }

    /** Every topic of {@code specs} exists as described when this returns. */
    public void ensure(List<TopicSpec> specs) {
        Collection<String> existing = await(admin.listTopics().names());
        List<TopicSpec> missing =
                specs.stream().filter(spec -> !existing.contains(spec.name())).toList();
        if (!missing.isEmpty()) {
            create(missing);
        }
        List<TopicSpec> found =
                specs.stream().filter(spec -> existing.contains(spec.name())).toList();
        if (!found.isEmpty()) {
            check(found);
        }
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

    /** How many partitions a topic has, if it is there. */
    public Optional<Integer> partitions(String topic) {
        if (!await(admin.listTopics().names()).contains(topic)) {
            return Optional.empty();
        }
        return Optional.of(
                requireNonNull(describe(List.of(topic)).get(topic)).partitions().size());
    }

    private void create(List<TopicSpec> missing) {
        int brokers = await(admin.describeCluster().nodes()).size();
        short replicas = (short) Math.min(3, brokers);
        List<NewTopic> topics = missing.stream()
                .map(spec -> new NewTopic(spec.name(), spec.partitions(), replicas).configs(configs(spec, replicas)))
                .toList();
        try {
            await(admin.createTopics(topics).all());
        } catch (TopicExistsException race) {
            // Another instance starts at the same moment; what it created is checked like any other.
            check(missing);
        }
        settle(missing);
    }

    private static Map<String, String> configs(TopicSpec spec, short replicas) {
        Map<String, String> configs = spec.configs();
        if (replicas >= 3) {
            configs.put("min.insync.replicas", "2");
            configs.put("unclean.leader.election.enable", "false");
        }
        return configs;
    }

    /** A producer that writes at full rate before every partition has its leader can stall. */
    private void settle(List<TopicSpec> created) {
        List<String> names = created.stream().map(TopicSpec::name).toList();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline) {
            boolean led = describe(names).values().stream()
                    .flatMap(topic -> topic.partitions().stream())
                    .allMatch(partition -> partition.leader() != null);
            if (led) {
                return;
            }
        }
        throw new TopicMismatchException("The topics " + String.join(", ", names) + " have no leader after "
                + PATIENCE.toSeconds() + " s; check that enough brokers are up.");
    }

    private void check(List<TopicSpec> specs) {
        Map<String, TopicDescription> described =
                describe(specs.stream().map(TopicSpec::name).toList());
        Map<ConfigResource, Config> configs = await(admin.describeConfigs(specs.stream()
                        .map(spec -> new ConfigResource(ConfigResource.Type.TOPIC, spec.name()))
                        .toList())
                .all());
        List<String> wrong = new ArrayList<>();
        for (TopicSpec spec : specs) {
            int partitions =
                    requireNonNull(described.get(spec.name())).partitions().size();
            if (partitions != spec.partitions()) {
                wrong.add(spec.name() + " must have " + spec.partitions() + " partitions, has " + partitions);
            }
            Config config = requireNonNull(configs.get(new ConfigResource(ConfigResource.Type.TOPIC, spec.name())));
            spec.essential().forEach((key, expected) -> {
                String actual = config.get(key).value();
                if (!expected.equals(actual)) {
                    wrong.add(spec.name() + " must have " + key + "=" + expected + ", has " + actual);
                }
            });
        }
        if (!wrong.isEmpty()) {
            throw new TopicMismatchException("The topics are not as they must be: " + String.join("; ", wrong)
                    + ". Set odradek.partitions to what they have, alter the topics,"
                    + " or choose another odradek.prefix.");
        }
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
                    "the broker did not answer within " + PATIENCE.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
