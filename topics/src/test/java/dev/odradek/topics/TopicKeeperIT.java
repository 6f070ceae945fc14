package dev.odradek.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.odradek.topics.machine.Transport;
import dev.odradek.topics.settings.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TopicKeeperIT {
    private final Connection connection = RealBroker.connection();
    private final TopicPlan plan = connection.plan();
    private final Admin admin = RealBroker.admin(connection);
    private final TopicKeeper keeper = new TopicKeeper(admin);

    @AfterEach
    void close() {
        admin.close();
    }

    @Test
    void everyTopicIsCreatedAsDescribed() throws Exception {
        List<TopicSpec> specs = Stream.concat(
                        plan.fixed().stream(), plan.lanes("tasks", Transport.PARTITIONED).stream())
                .toList();

        keeper.ensure(specs);

        for (TopicSpec spec : specs) {
            assertThat(keeper.partitions(spec.name())).contains(spec.partitions());
            Config config = config(spec.name());
            assertThat(spec.configs())
                    .allSatisfy(
                            (key, value) -> assertThat(config.get(key).value()).isEqualTo(value));
        }
    }

    @Test
    void aSecondCallChangesNothing() {
        keeper.ensure(plan.fixed());

        assertThatCode(() -> keeper.ensure(plan.fixed())).doesNotThrowAnyException();
    }

    @Test
    void aTopicThatIsNotThereHasNoPartitions() {
        assertThat(keeper.partitions(plan.commands())).isEmpty();
    }

    @Test
    void nothingToEnsureAsksNobody() {
        assertThatCode(() -> keeper.ensure(List.of())).doesNotThrowAnyException();
    }

    @Test
    void anotherNumberOfPartitionsIsRefused() throws Exception {
        create(plan.commands(), 5, Map.of("message.timestamp.type", "LogAppendTime"));

        assertThatThrownBy(() -> keeper.ensure(plan.fixed()))
                .isInstanceOf(TopicMismatchException.class)
                .hasMessage("The topics are not as they must be: " + plan.commands()
                        + " must have 3 partitions, has 5; to mend it, set odradek.partitions (for answers"
                        + " odradek.answer-slots, for a work topic its queue's transport) to what the topics have,"
                        + " or choose another odradek.prefix.");
    }

    @Test
    void aTopicWithTheWritersTimeIsRefused() throws Exception {
        create(plan.commands(), 3, Map.of("message.timestamp.type", "CreateTime"));

        assertThatThrownBy(() -> keeper.ensure(plan.fixed()))
                .isInstanceOf(TopicMismatchException.class)
                .hasMessage("The topics are not as they must be: " + plan.commands()
                        + " must have message.timestamp.type=LogAppendTime, has CreateTime; to mend it, alter the"
                        + " topics with kafka-configs.sh --alter --add-config, or choose another odradek.prefix.");
    }

    @Test
    void everyMismatchIsNamedAtOnce() throws Exception {
        create(plan.events(), 1, Map.of("message.timestamp.type", "CreateTime", "max.message.bytes", "5000"));
        create(plan.timers(), 3, Map.of("message.timestamp.type", "LogAppendTime"));

        assertThatThrownBy(() -> keeper.ensure(plan.fixed()))
                .isInstanceOf(TopicMismatchException.class)
                .hasMessageContaining(plan.events() + " must have 3 partitions, has 1; ")
                .hasMessageContaining(plan.events() + " must have message.timestamp.type=LogAppendTime, has CreateTime")
                .hasMessageContaining(plan.events() + " must have max.message.bytes of at least 131072, has 5000")
                .hasMessageContaining(plan.timers() + " must have cleanup.policy=compact, has delete")
                .hasMessageContaining("set odradek.partitions")
                .hasMessageContaining("alter the topics");
    }

    @Test
    void aLargerMessageLimitIsNoMismatch() throws Exception {
        create(plan.commands(), 3, Map.of("message.timestamp.type", "LogAppendTime", "max.message.bytes", "9000000"));

        assertThatCode(() -> keeper.ensure(plan.fixed())).doesNotThrowAnyException();
    }

    @Test
    void instancesThatStartAtOnceAllFindTheirTopics() throws Exception {
        int instances = 6;
        CyclicBarrier start = new CyclicBarrier(instances);
        ExecutorService threads = Executors.newFixedThreadPool(instances);
        Callable<Void> instance = () -> {
            try (Admin own = RealBroker.admin(connection)) {
                start.await(20, TimeUnit.SECONDS);
                new TopicKeeper(own).ensure(plan.fixed());
                return null;
            }
        };

        List<Future<Void>> ended = new ArrayList<>();
        for (int i = 0; i < instances; i++) {
            ended.add(threads.submit(instance));
        }

        for (Future<Void> each : ended) {
            each.get(60, TimeUnit.SECONDS);
        }
        threads.shutdown();
        assertThat(keeper.partitions(plan.commands())).contains(3);
    }

    private void create(String name, int partitions, Map<String, String> configs) throws Exception {
        admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1).configs(configs)))
                .all()
                .get(20, TimeUnit.SECONDS);
    }

    private Config config(String topic) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        return admin.describeConfigs(List.of(resource))
                .all()
                .get(20, TimeUnit.SECONDS)
                .get(resource);
    }
}
