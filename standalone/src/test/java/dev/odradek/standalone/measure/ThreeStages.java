package dev.odradek.standalone.measure;

import dev.odradek.localcluster.BrokerConfig;
import dev.odradek.localcluster.EmbeddedBroker;
import dev.odradek.runtime.Result;
import dev.odradek.runtime.Work;
import dev.odradek.runtime.Worker;
import dev.odradek.runtime.client.Odradek;
import dev.odradek.statestore.StateStoreConfig;
import dev.odradek.statestore.StateStoreService;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.PartitionCommand.Adopt;
import dev.odradek.topics.command.PartitionCommand.Define;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.machine.MachineYaml;
import dev.odradek.topics.route.Conversation;
import dev.odradek.topics.route.Ids;
import dev.odradek.topics.route.Routing;
import dev.odradek.topics.settings.Connection;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;

/** A broker, a state-store and three workers in this process; the handlers only note when the last one starts. */
final class ThreeStages implements AutoCloseable {
    private static final String TENANT = "default";
    private static final int SLOTS = 256;

    private final EmbeddedBroker broker;
    private final StateStoreService service;
    private final List<Worker> workers = new ArrayList<>();
    private final Odradek producer;
    private final AtomicLong done = new AtomicLong();
    private final Map<String, Long> started = new ConcurrentHashMap<>();
    private final Map<String, Long> latencies = new ConcurrentHashMap<>();

    ThreeStages(Path dir, String mode) {
        this.broker = EmbeddedBroker.start(BrokerConfig.in(dir.resolve("broker")));
        Connection connection = Connection.to(broker.bootstrapServers());
        this.service = StateStoreService.start(
                new StateStoreConfig(
                        connection, dir.resolve("state"), 2, Duration.ofMillis(100), 64 << 20, 32 << 20, 0),
                new SimpleMeterRegistry());
        define(connection, mode);
        for (String queue : List.of("one", "two", "three")) {
            workers.add(Worker.to(broker.bootstrapServers())
                    .queue(queue)
                    .concurrency(SLOTS)
                    .handle(work -> handle(queue, work))
                    .start());
        }
        this.producer = Odradek.to(broker.bootstrapServers());
    }

    String bootstrap() {
        return broker.bootstrapServers();
    }

    /** Posts {@code items} at once; how many a second were through all three stages. */
    double drain(int items) {
        long target = done.get() + items;
        long start = System.nanoTime();
        for (int i = 0; i < items; i++) {
            producer.post("measured", Map.of("n", i));
        }
        awaitDone(target);
        return items / ((System.nanoTime() - start) / 1e9);
    }

    /** Posts one item every 20 ms; from each post to the start of its third stage, in ms, sorted. */
    List<Double> paced(int items) {
        latencies.clear();
        long target = done.get() + items;
        long next = System.nanoTime();
        for (int i = 0; i < items; i++) {
            String id = Ids.fresh();
            started.put(id, System.nanoTime());
            producer.post(NewItem.of(id, "measured", Json.parse("{\"n\":1}")));
            next += Duration.ofMillis(20).toNanos();
            LockSupport.parkNanos(next - System.nanoTime());
        }
        awaitDone(target);
        return latencies.values().stream().map(nanos -> nanos / 1e6).sorted().toList();
    }

    private Result handle(String queue, Work work) {
        if (queue.equals("three")) {
            Long start = started.get(work.itemId());
            if (start != null) {
                latencies.put(work.itemId(), System.nanoTime() - start);
            }
            done.incrementAndGet();
        }
        return Result.done();
    }

    private void awaitDone(long target) {
        while (done.get() < target) {
            LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
        }
    }

    private static void define(Connection connection, String mode) {
        JsonNode definition = MachineYaml.parse("""
                machine: measured
                axes:
                  status:
                    initial: a
                    states: [a, in_one, b, in_two, c, in_three, done, failed]
                    terminal: [done, failed]
                    claims:
                      - {queue: one, from: a, into: in_one, done: b, mode: MODE}
                      - {queue: two, from: b, into: in_two, done: c, mode: MODE}
                      - {queue: three, from: c, into: in_three, done: done, mode: MODE}
                """.replace("MODE", mode));
        int home = Routing.home(TENANT, "measured", connection.plan().partitions());
        try (Conversation talk = new Conversation(connection)) {
            talk.ask(home, CommandRecord.of(TENANT, Ids.fresh(), "measured", new Define("measured", definition)))
                    .join();
            talk.askAll(TENANT, "measured", new Adopt("measured", 1, definition))
                    .join();
        }
    }

    @Override
    public void close() {
        workers.forEach(Worker::close);
        producer.close();
        service.close();
        broker.close();
    }
}
