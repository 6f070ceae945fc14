package dev.odradek.statestore.broker;

import dev.odradek.statestore.StateStoreConfig;
import dev.odradek.statestore.StateStoreService;
import dev.odradek.statestore.core.Input;
import dev.odradek.statestore.sim.Scenario;
import dev.odradek.topics.TopicKeeper;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.machine.Transport;
import dev.odradek.topics.route.CommandWriter;
import dev.odradek.topics.settings.Connection;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/** A scenario of the simulation under a prefix of its own on a real broker, with a state-store and nobody else. */
final class PlayedScenario implements AutoCloseable {
    private final Scenario scenario;
    private final Connection connection;
    private final StateStoreService service;

    PlayedScenario(Scenario scenario, String bootstrap, Path stateDir) {
        this.scenario = scenario;
        TopicPlan plan = new TopicPlan("sim.", scenario.logs().size(), 8, 64 * 1024);
        connection = new Connection(bootstrap, plan, Map.of());
        try (Admin admin = Admin.create(connection.clientProperties())) {
            TopicKeeper keeper = new TopicKeeper(admin);
            keeper.ensure(plan.fixed());
            Scenario.queues().forEach(queue -> keeper.ensure(plan.lanes(queue, Transport.PARTITIONED)));
        }
        try (CommandWriter writer = new CommandWriter(connection)) {
            for (int partition = 0; partition < scenario.logs().size(); partition++) {
                for (CommandRecord command : scenario.logs().get(partition)) {
                    writer.send(partition, command);
                }
            }
            writer.flush();
        }
        service = StateStoreService.start(
                new StateStoreConfig(connection, stateDir, 1, Duration.ofMillis(100), 16 << 20, 32 << 20, 0),
                new SimpleMeterRegistry());
    }

    /** How many commands there are. */
    int size() {
        return scenario.logs().stream().mapToInt(List::size).sum();
    }

    /** What the state-store has decided so far, by partition. */
    List<EventRecord> decided(int partition) {
        return Topic.read(connection, connection.plan().events()).stream()
                .filter(record -> record.partition() == partition)
                .map(record -> Formats.EVENTS.read(record.value()))
                .toList();
    }

    /** What the simulation decides about the same log, with the offsets and times that the broker gave it. */
    List<EventRecord> simulated(int partition) {
        return scenario.decide(Topic.read(connection, connection.plan().commands()).stream()
                .filter(record -> record.partition() == partition)
                .map(record -> new Input(
                        partition, record.offset(), record.timestamp(), Formats.COMMANDS.read(record.value())))
                .toList());
    }

    int partitions() {
        return scenario.logs().size();
    }

    @Override
    public void close() {
        service.close();
    }
}
