package dev.odradek.statestore.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.event.TimerRecord;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OvertakingTest {
    private static final String TIMERS = "timers";

    private static Held held(String topic, int partition, @Nullable String key, @Nullable String value) {
        return new Held(new ProducerRecord<>(topic, partition, bytes(key), bytes(value)), null);
    }

    private static Held timer(String slot, @Nullable String value) {
        return held(TIMERS, 0, slot, value);
    }

    private static Held send(String slot, String value) {
        RecordHeaders headers = new RecordHeaders(List.of(new RecordHeader(TimerRecord.EACH, new byte[0])));
        return new Held(new ProducerRecord<>(TIMERS, 0, bytes(slot), bytes(value), headers), null);
    }

    private static Held first(String slot, String value) {
        RecordHeaders headers = new RecordHeaders(List.of(new RecordHeader(TimerRecord.FIRST, new byte[0])));
        return new Held(new ProducerRecord<>(TIMERS, 0, bytes(slot), bytes(value), headers), null);
    }

    @SuppressWarnings("NullAway") // a record may lack its key or its value
    private static byte[] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(UTF_8);
    }

    private static List<Boolean> staying(Held... lot) {
        new Overtaking(TIMERS::equals).mark(Arrays.asList(lot));
        return Arrays.stream(lot).map(Held::hasStayed).toList();
    }

    @Test
    void onlyTheLastOfASlotLeaves() {
        assertThat(staying(timer("a", "1"), timer("b", "1"), timer("a", "2"), timer("a", "3")))
                .containsExactly(true, false, true, false);
    }

    @Test
    void aSlotThatIsClearedLastIsCleared() {
        assertThat(staying(timer("a", "1"), timer("a", null))).containsExactly(true, false);
        assertThat(staying(timer("a", null), timer("a", "1"))).containsExactly(true, false);
    }

    @Test
    void whatIsSentThroughTheReaperLeavesEachTime() {
        assertThat(staying(send("a", "1"), send("a", "2"), timer("a", "3"))).containsOnly(false);
        assertThat(staying(timer("a", "1"), send("a", "2"))).containsExactly(true, false);
    }

    @Test
    void equalSlotsOfTwoPartitionsAreTwo() {
        assertThat(staying(held(TIMERS, 0, "a", "1"), held(TIMERS, 1, "a", "1")))
                .containsOnly(false);
    }

    @Test
    void otherTopicsAreLeftAlone() {
        assertThat(staying(held("events", 0, "a", "1"), held("events", 0, "a", "2"), held("events", 0, null, "3")))
                .containsOnly(false);
    }

    @Test
    void whatIsSetWhereNothingStoodAndClearedAgainNeverWas() {
        assertThat(staying(first("a", "1"), timer("a", null))).containsOnly(true);
        assertThat(staying(first("a", "1"), timer("a", "2"), timer("a", null))).containsOnly(true);
        assertThat(staying(first("a", "1"), timer("a", null), first("a", "2"), timer("a", null)))
                .containsOnly(true);
    }

    @Test
    void whatStoodThereBeforeIsCleared() {
        assertThat(staying(timer("a", null), first("a", "1"), timer("a", null))).containsExactly(false, true, true);
        assertThat(staying(timer("a", "1"), timer("a", null), first("a", "2"), timer("a", null)))
                .containsExactly(true, false, true, true);
    }

    @Test
    void whatIsSetWhereNothingStoodLeavesIfItStays() {
        assertThat(staying(first("a", "1"))).containsExactly(false);
        assertThat(staying(first("a", "1"), timer("a", "2"))).containsExactly(true, false);
        assertThat(staying(first("a", "1"), timer("a", null), first("a", "2"))).containsExactly(true, true, false);
    }
}
