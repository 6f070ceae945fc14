package dev.odradek.statestore.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.statestore.core.Decision;
import dev.odradek.statestore.core.Effect;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Redispatch;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.event.TimerRecord;
import dev.odradek.topics.route.CloudEvents;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.Test;

class OutputsTest {
    private static final TopicPlan PLAN = TopicPlan.defaults();

    @Test
    void everyFactButTheLastSaysThatMoreOfItsCommandFollow() {
        List<EventRecord> facts = IntStream.range(0, 3)
                .mapToObj(n -> new EventRecord(1, "acme", "i", new Cause(2, 17, n), "c", 1, new Event.Levelled(n)))
                .toList();

        List<Outgoing> records = Outputs.of(
                PLAN, CloudEvents.ofTopic(PLAN.events()), 2, 17, new Decision(facts, List.of(), new TreeMap<>()));

        assertThat(records)
                .extracting(each -> each.headers().lastHeader(EventRecord.MORE) != null)
                .containsExactly(true, true, false);
    }

    @Test
    void aTimerSaysWhetherItIsTheFirstInItsSlotAndWhetherItIsActedOnEachTime() {
        CommandRecord later = CommandRecord.of("acme", "later", "key", new Redispatch("i", "status", 1));

        assertThat(timer(new Effect.SetTimer("acme", "i/status", new Timer.DueTimer(9, later), true)))
                .containsExactly(TimerRecord.FIRST);
        assertThat(timer(new Effect.SetTimer("acme", "i/status", new Timer.DueTimer(9, later), false)))
                .isEmpty();
        assertThat(timer(new Effect.SetTimer("acme", "spawn/i", new Timer.Send(1, later), true)))
                .containsExactly(TimerRecord.EACH);
        assertThat(timer(new Effect.ClearTimer("acme", "i/status"))).isEmpty();
    }

    /** The headers of the one record that comes of it. */
    private static List<String> timer(Effect effect) {
        EventRecord fact = new EventRecord(1, "acme", "i", new Cause(2, 17, 0), "c", 1, new Event.Levelled(5));
        Decision decision = new Decision(List.of(fact), List.of(effect), new TreeMap<>());
        List<Outgoing> records = Outputs.of(PLAN, CloudEvents.ofTopic(PLAN.events()), 2, 17, decision).stream()
                .filter(record -> record.topic().equals(PLAN.timers()))
                .toList();
        assertThat(records).hasSize(1);
        return Arrays.stream(records.get(0).headers().toArray())
                .map(Header::key)
                .toList();
    }
}
