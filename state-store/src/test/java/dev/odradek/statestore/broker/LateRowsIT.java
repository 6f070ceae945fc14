package dev.odradek.statestore.broker;

import static dev.odradek.statestore.broker.Cluster.TENANT;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.statestore.StateStoreConfig;
import dev.odradek.statestore.StateStoreService;
import dev.odradek.topics.command.Command;
import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.route.Conversation;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Rows that go to disk late, on a real broker")
class LateRowsIT {
    private static final int PARTITIONS = 3;
    private static final int ITEMS = 3_600;
    private static final int PAYLOAD = 6_000;

    /** The least there may be: so much stays in memory, of the 22 MB that the items have. */
    private static final long MEMORY = 8L << 20;

    @TempDir
    Path dir;

    @Test
    @DisplayName("are all on disk once the state-store is stopped, even if nothing is left of the changelog")
    void stopped() throws Exception {
        try (Cluster cluster = Cluster.start(dir, PARTITIONS)) {
            try (StateStoreService service = start(cluster);
                    Conversation talk = cluster.conversation()) {
                service.raiseLevel();
                cluster.define(talk, "ping.yaml");
                each(talk, 0, ITEMS, LateRowsIT::creation);
                each(talk, 0, ITEMS / 2, id -> new Claim(id, "status", 1, "w", "c"));
                each(talk, 0, ITEMS / 3, LateRowsIT::completion);
            }
            forgetChangelog(cluster);
            try (StateStoreService service = start(cluster);
                    Conversation talk = cluster.conversation()) {
                assertThat(states(service, 0, ITEMS / 3)).containsOnly("done");
                assertThat(states(service, ITEMS / 3, ITEMS / 2)).containsOnly("running");
                each(talk, ITEMS / 3, ITEMS / 2, LateRowsIT::completion);
                assertThat(states(service, 0, ITEMS / 2)).containsOnly("done");
                assertThat(states(service, ITEMS / 2, ITEMS)).containsOnly("queued");
            }
        }
    }

    private StateStoreService start(Cluster cluster) {
        StateStoreConfig config = new StateStoreConfig(
                cluster.connection(), dir.resolve("state"), 1, Duration.ofMillis(100), MEMORY, MEMORY, 0);
        return StateStoreService.start(config, new SimpleMeterRegistry());
    }

    private static Command creation(String id) {
        var payload = Json.mapper().createObjectNode().put("text", "x".repeat(PAYLOAD));
        return new Create(NewItem.of(id, "ping", payload), null);
    }

    private static Command completion(String id) {
        return new Complete(id, "status", new Token(1, "c"), "w", null, null, List.of(), false);
    }

    private static void each(Conversation talk, int from, int to, Function<String, Command> command) {
        List<CompletableFuture<Answer>> answers = ids(from, to).stream()
                .map(id -> talk.ask(TENANT, id, command.apply(id)))
                .toList();
        assertThat(answers.stream().map(Cluster::await))
                .allMatch(answer -> answer instanceof Answer.Applied || answer instanceof Answer.Granted);
    }

    private static List<String> states(StateStoreService service, int from, int to) {
        return ids(from, to).stream()
                .map(id -> service.reads()
                        .item(TENANT, id)
                        .map(item -> item.axes().get("status").status())
                        .orElse("lost"))
                .toList();
    }

    private static List<String> ids(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "i" + i).toList();
    }

    /** Deletes all of it, as no broker would, but for the mark of the last commit, which is where Streams goes on. */
    private static void forgetChangelog(Cluster cluster) throws Exception {
        try (Admin admin = Admin.create(cluster.connection().clientProperties())) {
            String topic = admin.listTopics().names().get().stream()
                    .filter(name -> name.endsWith("rows-changelog"))
                    .findFirst()
                    .orElseThrow();
            admin.incrementalAlterConfigs(Map.of(
                            new ConfigResource(ConfigResource.Type.TOPIC, topic),
                            List.of(new AlterConfigOp(
                                    new ConfigEntry(TopicConfig.CLEANUP_POLICY_CONFIG, "compact,delete"),
                                    AlterConfigOp.OpType.SET))))
                    .all()
                    .get();
            Map<TopicPartition, Long> ends = admin
                    .listOffsets(IntStream.range(0, PARTITIONS)
                            .mapToObj(p -> new TopicPartition(topic, p))
                            .collect(toMap(p -> p, p -> OffsetSpec.latest())))
                    .all()
                    .get()
                    .entrySet()
                    .stream()
                    .collect(toMap(Map.Entry::getKey, end -> end.getValue().offset()));
            assertThat(ends.values()).allMatch(end -> end > ITEMS / PARTITIONS / 2);
            admin.deleteRecords(ends.entrySet().stream()
                            .collect(toMap(Map.Entry::getKey, end -> RecordsToDelete.beforeOffset(end.getValue() - 1))))
                    .all()
                    .get();
        }
    }
}
