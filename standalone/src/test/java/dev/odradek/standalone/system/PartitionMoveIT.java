package dev.odradek.standalone.system;

import static dev.odradek.standalone.system.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.runtime.Result;
import dev.odradek.runtime.Worker;
import dev.odradek.runtime.WorkerBuilder;
import dev.odradek.statestore.StateStoreService;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.ItemCommand.Expire;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.event.Why;
import dev.odradek.topics.machine.Transport;
import dev.odradek.topics.route.Conversation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A partition that moves while its items are worked on")
class PartitionMoveIT {
    private static final int PARTITIONS = 2;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path dir;

    private final Map<String, Token> heldByOld = new ConcurrentHashMap<>();
    private final Map<String, Token> heldByNew = new ConcurrentHashMap<>();
    private final CountDownLatch letGo = new CountDownLatch(1);

    @Test
    @DisplayName("A26 after its partition has moved, the old owner's result counts only while its epoch is current")
    void oldOwner() throws Exception {
        try (Rig rig = Rig.start(dir, PARTITIONS);
                StateStoreService service = rig.stateStore();
                Conversation talk = rig.conversation()) {
            rig.define(Machines.oneStage("job", Transport.PARTITIONED));
            List<String> items = rig.post("job", Rig.ids("i", 0, 12));
            try (Worker old = rig.worker("job")
                    .id("old")
                    .concurrency(12)
                    .handle(work -> {
                        heldByOld.put(work.itemId(), work.token());
                        letGo.await();
                        return Result.done();
                    })
                    .start()) {
                eventually(() -> assertThat(heldByOld).containsOnlyKeys(items));
                String oldMember = rig.group("job").members().iterator().next().consumerId();
                WorkerBuilder next = rig.worker("job").id("new").concurrency(4).handle(work -> {
                    heldByNew.put(work.itemId(), work.token());
                    return Result.done();
                });
                try (Worker fresh = next.start()) {
                    int moved = awaitMove(rig, oldMember);
                    List<String> ofMoved =
                            items.stream().filter(id -> partition(id) == moved).toList();
                    assertThat(ofMoved).hasSizeGreaterThan(1);
                    String expired = ofMoved.get(0);
                    Token stale = heldByOld.get(expired);

                    Expire expire = new Expire(expired, "status", stale.epoch());
                    assertThat(Rig.ask(talk, expired, expire)).isInstanceOf(Answer.Applied.class);
                    eventually(() -> assertThat(heldByNew).containsOnlyKeys(expired));
                    Complete late = new Complete(expired, "status", stale, old.id(), null, null, List.of(), false);
                    assertThat(Rig.ask(talk, expired, late))
                            .isInstanceOfSatisfying(
                                    Answer.Denied.class,
                                    denied -> assertThat(denied.reason()).isEqualTo(Refusal.STALE_TOKEN));
                    letGo.countDown();

                    Topics topics = new Topics(rig.connection());
                    eventually(() -> assertThat(new Facts(topics.events()).completionsPerItem())
                            .containsOnlyKeys(items));
                    assertThat(new Facts(topics.events()).moves(Why.COMPLETED))
                            .hasSize(12)
                            .allSatisfy(move -> {
                                boolean again = move.fact().entityId().equals(expired);
                                assertThat(move.moved().holder()).isEqualTo(again ? fresh.id() : old.id());
                                assertThat(move.moved().epoch()).isEqualTo(again ? 2 : 1);
                            });
                    assertThat(heldByNew.get(expired).epoch()).isEqualTo(stale.epoch() + 1);
                    assertThat(service.isRunning()).isTrue();
                }
            } finally {
                letGo.countDown();
            }
        }
    }

    /** Waits until each of two workers has one partition of both lanes; the one that is no longer the old worker's. */
    private static int awaitMove(Rig rig, String first) throws Exception {
        eventually(() -> assertThat(rig.group("job").members())
                .hasSize(2)
                .allSatisfy(member ->
                        assertThat(member.assignment().topicPartitions()).hasSize(2)));
        String work = rig.connection().plan().work("job", Lane.NORMAL);
        List<MemberDescription> others = rig.group("job").members().stream()
                .filter(member -> !member.consumerId().equals(first))
                .toList();
        assertThat(others).hasSize(1);
        return others.get(0).assignment().topicPartitions().stream()
                .filter(each -> each.topic().equals(work))
                .mapToInt(TopicPartition::partition)
                .findFirst()
                .orElseThrow();
    }

    /** The partition of the queue on which the core dispatches an item. */
    private static int partition(String id) {
        return Utils.toPositive(Utils.murmur2(id.getBytes(StandardCharsets.UTF_8))) % PARTITIONS;
    }
}
