package dev.odradek.standalone.system;

import static dev.odradek.standalone.system.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.runtime.Result;
import dev.odradek.runtime.Worker;
import dev.odradek.statestore.StateStoreService;
import dev.odradek.statestore.read.ItemView;
import dev.odradek.topics.command.ItemCommand.Requeue;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.DispatchRecord;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.machine.Transport;
import dev.odradek.topics.route.Conversation;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import javax.management.ObjectName;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Which item is next")
class OldestFirstIT {
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path dir;

    @Test
    @DisplayName("A7 one partition, one at a time: fresh items in order of creation, requeued ones before them")
    void oldestFirst() throws Exception {
        List<String> order = new CopyOnWriteArrayList<>();
        Set<String> hopeless = ConcurrentHashMap.newKeySet();
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch letGo = new CountDownLatch(1);
        try (Rig rig = Rig.start(dir, 1);
                StateStoreService service = rig.stateStore();
                Conversation talk = rig.conversation()) {
            rig.define(Machines.oneStage("job", Transport.PARTITIONED));
            List<String> failing = List.of("again-a", "again-b", "again-c");
            hopeless.addAll(failing);
            try (Worker worker = rig.worker("job")
                    .transport(Transport.PARTITIONED)
                    .concurrency(1)
                    .handle(work -> {
                        order.add(work.itemId());
                        if (work.itemId().equals("gate")) {
                            busy.countDown();
                            letGo.await();
                        }
                        return hopeless.contains(work.itemId()) ? Result.giveUp("not today") : Result.done();
                    })
                    .start()) {
                rig.post("job", failing);
                eventually(() ->
                        assertThat(failing).allMatch(id -> status(service, id).equals("failed")));
                assertThat(order).containsExactlyElementsOf(failing);
                List<Long> createdAt = failing.stream()
                        .map(id -> item(service, id).createdAt())
                        .toList();
                hopeless.clear();
                order.clear();
                rig.post("job", List.of("gate"));
                eventually(() -> assertThat(busy.getCount()).isZero());

                List<String> fresh = rig.post("job", Rig.ids("fresh", 0, 20));
                List<String> requeued = List.of("again-b", "again-c", "again-a");
                requeued.forEach(id ->
                        assertThat(Rig.ask(talk, id, new Requeue(id, "status"))).isInstanceOf(Answer.Applied.class));
                eventually(() -> {
                    assertThat(taken("t.work.job")).isEqualTo(3 + 1 + 20);
                    assertThat(taken("t.work.job.again")).isEqualTo(3);
                });
                letGo.countDown();

                List<String> expected = new ArrayList<>(List.of("gate"));
                expected.addAll(requeued);
                expected.addAll(fresh);
                eventually(() -> assertThat(order).hasSameSizeAs(expected));
                assertThat(order).containsExactlyElementsOf(expected);
                assertThat(failing.stream().map(id -> item(service, id).createdAt()))
                        .containsExactlyElementsOf(createdAt);
                List<DispatchRecord> again = new Topics(rig.connection()).dispatches("job", Lane.AGAIN);
                assertThat(again).extracting(each -> each.dispatch().itemId()).containsExactlyElementsOf(requeued);
                assertThat(worker.id()).isNotBlank();
            } finally {
                letGo.countDown();
            }
        }
    }

    /** How many records of a topic the worker's consumer has handed out. */
    private static long taken(String topic) throws Exception {
        var server = ManagementFactory.getPlatformMBeanServer();
        var names = server.queryNames(
                new ObjectName("kafka.consumer:type=consumer-fetch-manager-metrics,topic=" + topic + ",*"), null);
        double most = 0;
        for (ObjectName name : names) {
            if (name.getKeyProperty("partition") == null) {
                most = Math.max(most, (double) server.getAttribute(name, "records-consumed-total"));
            }
        }
        return (long) most;
    }

    private static ItemView item(StateStoreService service, String id) {
        return service.reads().item(Rig.TENANT, id).orElseThrow();
    }

    private static String status(StateStoreService service, String id) {
        return item(service, id).axes().get("status").status();
    }
}
