package dev.odradek.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.event.Heartbeat.Held;
import dev.odradek.topics.event.Heartbeat.Presence;
import dev.odradek.topics.event.HeartbeatRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.machine.Mode;
import dev.odradek.topics.route.Routing;
import dev.odradek.topics.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PulseTest {
    private static final int PARTITIONS = 4;

    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final WorkerConfig config = WorkerConfig.from(
            new Settings(Map.of("odradek.worker.queue", "parse", "odradek.worker.id", "w1"), Map.of()));
    private final List<Job> inHand = new ArrayList<>();
    private final Tally tally = new Tally("parse", () -> 0, () -> 8);
    private final Pulse pulse = new Pulse(
            config, new TopicPlan("t.", PARTITIONS, 2, 1 << 20), "life-1", producer, () -> List.copyOf(inHand), tally);
    private final Fixtures.Hands clock = new Fixtures.Hands();
    private final int home = Routing.partition("default", "w1", PARTITIONS);

    @Test
    @DisplayName("A21 a worker that holds nothing says so at home")
    void emptyHandsAtHome() {
        pulse.run();

        assertThat(producer.history()).singleElement().satisfies(record -> {
            assertThat(record.partition()).isEqualTo(home);
            assertThat(record.topic()).isEqualTo("t.heartbeats");
            assertThat(read(record).heartbeat()).isEqualTo(new Presence("w1", "life-1", List.of()));
        });
    }

    @Test
    @DisplayName("A14 one record per tenant and partition names the leases that are judged there, and no other")
    void whereLeasesAreJudged() {
        for (int i = 0; i < 20; i++) {
            inHand.add(held("default", "i" + i));
            inHand.add(held("acme", "i" + i));
        }
        pulse.run();

        Map<String, List<String>> named = new TreeMap<>();
        for (ProducerRecord<byte[], byte[]> record : producer.history()) {
            Presence presence = (Presence) read(record).heartbeat();
            assertThat(presence.incarnation()).isEqualTo("life-1");
            List<String> before = named.put(
                    read(record).tenant() + record.partition(),
                    presence.held().stream().map(Held::itemId).toList());
            assertThat(before).as("one record each").isNull();
        }
        Map<String, List<String>> judged = new TreeMap<>(Map.of("default" + home, List.of()));
        for (Job job : inHand) {
            int partition = Routing.partition(job.tenant(), job.partitionKey(), PARTITIONS);
            List<String> there = new ArrayList<>(judged.getOrDefault(job.tenant() + partition, List.of()));
            there.add(job.itemId());
            judged.put(job.tenant() + partition, there);
        }
        assertThat(named).isEqualTo(judged);
    }

    @Test
    @DisplayName("A21 a heartbeat that fails is followed by the next")
    void failureIsNotTheEnd() {
        producer.sendException = new TimeoutException("no metadata");
        pulse.run();
        producer.sendException = null;
        pulse.run();
        producer.errorNext(new TimeoutException("not written"));
        pulse.run();
        producer.completeNext();

        assertThat(producer.history()).hasSize(2);
        assertThat(tally.exposition())
                .contains("heartbeats_failed_total{queue=\"parse\"} 2\n")
                .contains("heartbeats_total{queue=\"parse\"} 1\n");
    }

    @Test
    @DisplayName("E5 what is fenced is never named again, and what is not claimed not yet")
    void namesOnlyWhatItHolds() {
        inHand.add(held("default", "fenced"));
        clock.pass(Fixtures.SILENCE);
        inHand.add(held("default", "held"));
        inHand.add(Fixtures.job(Fixtures.dispatch("eager", Mode.EAGER), "c", clock));
        pulse.run();

        assertThat(producer.history().stream()
                        .flatMap(record -> ((Presence) read(record).heartbeat()).held().stream())
                        .map(Held::itemId))
                .containsExactly("held");
    }

    private Job held(String tenant, String itemId) {
        Job job = Fixtures.job(Fixtures.dispatch(tenant, itemId, Mode.CONFIRMED), "c-" + tenant + itemId, clock);
        assertThat(job.startClaim()).isTrue();
        return job;
    }

    private static HeartbeatRecord read(ProducerRecord<byte[], byte[]> record) {
        return Formats.HEARTBEATS.read(record.value());
    }
}
