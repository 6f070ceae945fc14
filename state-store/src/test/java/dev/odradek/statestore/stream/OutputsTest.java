package dev.odradek.statestore.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.statestore.core.Decision;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.route.CloudEvents;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
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
}
