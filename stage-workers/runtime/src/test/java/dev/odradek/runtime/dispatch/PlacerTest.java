package dev.odradek.runtime.dispatch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Dispatch;
import dev.odradek.topics.event.DispatchRecord;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.machine.Mode;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Who brings what waits to the desk, and in which order. */
class PlacerTest {
    private final Queue<String> taken = new ConcurrentLinkedQueue<>();
    private final Queue<String> by = new ConcurrentLinkedQueue<>();
    private final Queue<String> settled = new ConcurrentLinkedQueue<>();
    private final Queue<Offer> others = new ConcurrentLinkedQueue<>();
    private final Slots slots = new Slots(2);
    private volatile boolean doneAtOnce;
    private final Placer placer = new Placer(
            "parse",
            slots,
            this::take,
            new Unreadable(
                    TopicPlan.defaults(),
                    new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer())),
            () -> Optional.ofNullable(others.poll()));

    @AfterEach
    void stop() {
        placer.stop();
    }

    @Test
    @DisplayName("A22 the poll thread brings what there are slots for, and leaves the rest waiting")
    void atOnce() {
        placer.add(Lane.NORMAL, entries("a", "b", "c"));

        assertThat(placer.placeAtOnce(10)).as("nothing is left").isFalse();

        assertThat(taken).containsExactly("a", "b");
        assertThat(by).containsOnly(Thread.currentThread().getName());

        placer.start();
        slots.free(1);

        await().untilAsserted(() -> assertThat(taken).containsExactly("a", "b", "c"));
        assertThat(by).last().isEqualTo("odradek-placer-parse");
    }

    @Test
    @DisplayName("the poll thread brings only so many, whatever there are slots for")
    void soMany() {
        placer.add(Lane.NORMAL, entries("a", "b"));

        assertThat(placer.placeAtOnce(1)).as("nothing is left").isFalse();
        assertThat(taken).containsExactly("a");

        assertThat(placer.placeAtOnce(1)).as("nothing is left").isTrue();
        assertThat(taken).containsExactly("a", "b");
    }

    @Test
    @DisplayName("what cannot be read or is not wanted keeps no slot and ends no round")
    void notTaken() {
        placer.add(Lane.NORMAL, List.of(entry("unreadable", "no dispatch".getBytes(UTF_8))));
        placer.add(Lane.NORMAL, entries("refused", "a"));

        assertThat(placer.placeAtOnce(10)).isTrue();

        assertThat(taken).containsExactly("a");
        assertThat(settled).containsExactly("unreadable", "refused");
        assertThat(slots.taken()).isEqualTo(1);
    }

    @Test
    @DisplayName("whoever has nothing of its own takes what waits for others, past what it is not given")
    void others() {
        others.add(new Offer(dispatch("refused"), () -> settled.add("refused")));
        others.add(new Offer(dispatch("help"), () -> {}));

        placer.start();

        await().untilAsserted(() -> assertThat(taken).containsExactly("help"));
        assertThat(settled).containsExactly("refused");
        await().untilAsserted(() -> assertThat(slots.taken()).isEqualTo(1));
    }

    @Test
    @DisplayName("A7 the order is kept while both threads place")
    void inOrder() {
        doneAtOnce = true;
        placer.start();
        List<String> all = IntStream.range(0, 500).mapToObj(n -> "n" + n).toList();

        for (String id : all) {
            placer.add(Lane.NORMAL, entries(id));
            // Now and then it is left to the placer, which may still be at it when the next one comes.
            if (id.endsWith("7") || !placer.placeAtOnce(10)) {
                placer.lookAgain();
            }
        }

        await().untilAsserted(() -> assertThat(taken).containsExactlyElementsOf(all));
        assertThat(by).contains(Thread.currentThread().getName());
    }

    private boolean take(DispatchRecord dispatch, Receipt receipt) {
        String id = dispatch.dispatch().itemId();
        if (id.equals("refused")) {
            return false;
        }
        by.add(Thread.currentThread().getName());
        taken.add(id);
        if (doneAtOnce) {
            slots.free(1);
        }
        return true;
    }

    private List<Placer.Entry> entries(String... ids) {
        return Stream.of(ids)
                .map(id -> entry(id, Formats.DISPATCHES.write(dispatch(id))))
                .toList();
    }

    private Placer.Entry entry(String id, byte[] value) {
        return new Placer.Entry(new ConsumerRecord<>("work", 0, 0, new byte[0], value), () -> settled.add(id));
    }

    private static DispatchRecord dispatch(String id) {
        Dispatch dispatch =
                new Dispatch(id, id, "m", 1, "status", "parse", 1, 1, Mode.EAGER, 60_000, 0, Json.parse("{}"));
        return new DispatchRecord(DispatchRecord.SCHEMA, "t", new Cause(0, 0, 0), dispatch);
    }
}
