package dev.odradek.standalone.client;

import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.TopicSpec;
import dev.odradek.topics.machine.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.jspecify.annotations.Nullable;

/** Every topic of a prefix: those there must be and those there are. */
public final class TopicCensus {
    private TopicCensus() {}

    /**
     * One topic.
     *
     * @param partitions how many it has, or should have if it is missing
     * @param kept for how long its records are kept
     * @param state {@code ok}, {@code missing}, {@code internal}, or what is wrong
     */
    public record TopicView(String topic, int partitions, String kept, String state) {}

    public static List<TopicView> take(Admin admin, TopicPlan plan) {
        Set<String> names = await(admin.listTopics().names()).stream()
                .filter(name -> name.startsWith(plan.prefix()))
                .collect(Collectors.toCollection(TreeSet::new));
        Map<String, TopicDescription> found = await(admin.describeTopics(names).allTopicNames());
        List<TopicView> views = new ArrayList<>();
        List<TopicSpec> expected =
                Stream.concat(plan.fixed().stream(), lanes(plan, found)).toList();
        for (TopicSpec spec : expected) {
            views.add(compare(spec, found.get(spec.name())));
            names.remove(spec.name());
        }
        // What is left is kept by the state-store's own machinery: changelogs of its stores.
        names.forEach(name -> views.add(new TopicView(name, partitions(found.get(name), 0), "by itself", "internal")));
        return views;
    }

    /** The lanes of the queues whose normal lane is there; how wide it is tells its transport. */
    private static Stream<TopicSpec> lanes(TopicPlan plan, Map<String, TopicDescription> found) {
        String start = plan.prefix() + "work.";
        return found.keySet().stream()
                .filter(name -> name.startsWith(start))
                .map(name -> name.substring(start.length()).replaceFirst("\\.again$", ""))
                .distinct()
                .sorted()
                .flatMap(queue -> {
                    int width = partitions(found.get(start + queue), 1);
                    return plan.lanes(queue, width == 1 ? Transport.SHARED : Transport.PARTITIONED).stream();
                });
    }

    private static TopicView compare(TopicSpec spec, @Nullable TopicDescription actual) {
        String kept = spec.kept() == TopicSpec.Kept.BY_KEY
                ? "newest per key"
                : age(spec.retention().toHours());
        if (actual == null) {
            return new TopicView(spec.name(), spec.partitions(), kept, "missing");
        }
        int partitions = actual.partitions().size();
        boolean led = actual.partitions().stream().allMatch(partition -> partition.leader() != null);
        String state = partitions != spec.partitions()
                ? "must have " + spec.partitions() + " partitions"
                : led ? "ok" : "a partition has no leader";
        return new TopicView(spec.name(), partitions, kept, state);
    }

    private static String age(long hours) {
        return hours % 24 == 0 ? hours / 24 + " d" : hours + " h";
    }

    private static int partitions(@Nullable TopicDescription topic, int otherwise) {
        return topic == null ? otherwise : topic.partitions().size();
    }

    private static <T> T await(KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException cause ? cause : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Complaint(Exit.REFUSED, "Interrupted while asking the broker; ask again.", e);
        }
    }
}
