package dev.odradek.runtime;

import dev.odradek.runtime.dispatch.StopSignal;
import dev.odradek.topics.TopicKeeper;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.machine.Transport;
import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigResource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a worker finds when it arrives: topics as they are, not as it would guess them.
 *
 * @param connection with the partition counts the topics really have
 */
record Surroundings(Connection connection, Transport transport) {
    private static final Logger LOG = LoggerFactory.getLogger(Surroundings.class);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

    /** Waits for the topics, however long it takes; empty if stopped before. */
    static Optional<Surroundings> await(Admin admin, Connection connection, WorkerConfig config, StopSignal stop) {
        String told = "";
        try {
            while (!stop.given()) {
                String missing;
                try {
                    List<String> absent = absent(admin, connection.plan(), config.queue());
                    if (absent.isEmpty()) {
                        Surroundings found = look(admin, connection, config);
                        found.prepareGroup(admin, config.queue());
                        return Optional.of(found);
                    }
                    missing = "the topics " + String.join(", ", absent) + " do not exist yet";
                } catch (KafkaException | ExecutionException | TimeoutException e) {
                    missing = "the broker does not answer (" + e.getMessage() + ")";
                }
                if (!missing.equals(told)) {
                    LOG.atInfo().addKeyValue("queue", config.queue()).log("waiting: {}", missing);
                    told = missing;
                }
                stop.givenWithin(LOOK_AGAIN);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Optional.empty();
    }

    private static List<String> absent(Admin admin, TopicPlan plan, String queue)
            throws InterruptedException, ExecutionException, TimeoutException {
        Collection<String> names = admin.listTopics().names().get(30, TimeUnit.SECONDS);
        return List.of(
                        plan.commands(),
                        plan.answers(),
                        plan.heartbeats(),
                        plan.idle(),
                        plan.work(queue, Lane.NORMAL),
                        plan.work(queue, Lane.AGAIN))
                .stream()
                .filter(name -> !names.contains(name))
                .toList();
    }

    private static Surroundings look(Admin admin, Connection connection, WorkerConfig config) {
        TopicKeeper keeper = new TopicKeeper(admin);
        Connection actual = ActualPlan.of(keeper, connection);
        int width = keeper.partitions(connection.plan().work(config.queue(), Lane.NORMAL))
                .orElse(1);
        return new Surroundings(
                actual, config.transport().orElse(width == 1 ? Transport.SHARED : Transport.PARTITIONED));
    }

    /** A share group starts at the end of its topics unless told otherwise before its first member joins. */
    private void prepareGroup(Admin admin, String queue)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (transport != Transport.SHARED) {
            return;
        }
        set(admin, queue, "share.auto.offset.reset", "earliest");
        set(admin, queue, "share.isolation.level", "read_uncommitted");
        try {
            // The most a broker allows: every worker that stops at a bad moment costs one delivery.
            set(admin, queue, "share.delivery.count.limit", "10");
        } catch (ExecutionException e) {
            LOG.atDebug().setCause(e).log("the share group keeps its broker's delivery limit");
        }
    }

    private void set(Admin admin, String queue, String key, String value)
            throws InterruptedException, ExecutionException, TimeoutException {
        ConfigResource group =
                new ConfigResource(ConfigResource.Type.GROUP, connection.plan().group(queue));
        AlterConfigOp op = new AlterConfigOp(new ConfigEntry(key, value), AlterConfigOp.OpType.SET);
        admin.incrementalAlterConfigs(Map.of(group, List.of(op))).all().get(30, TimeUnit.SECONDS);
    }
}
