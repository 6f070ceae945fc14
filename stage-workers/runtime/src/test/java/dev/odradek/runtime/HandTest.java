package dev.odradek.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Dispatch;
import dev.odradek.topics.event.DispatchRecord;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.machine.Mode;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What a worker has in hand")
class HandTest {
    private final Hand hand = new Hand();

    @Test
    @DisplayName("is one job per offer, however often that is delivered")
    void once() {
        assertThat(hand.add(job("here", "c1"))).isTrue();
        assertThat(hand.add(job("here", "c2"))).isFalse();
        assertThat(hand.jobs()).hasSize(1);
    }

    @Test
    @DisplayName("may be two items of one id that lie on different partitions")
    void namesakes() {
        assertThat(hand.add(job("here", "c1"))).isTrue();
        assertThat(hand.add(job("there", "c2"))).isTrue();
        assertThat(hand.jobs()).extracting(Job::partitionKey).containsExactlyInAnyOrder("here", "there");
    }

    private static Job job(String partitionKey, String claimId) {
        Dispatch dispatch = new Dispatch(
                "i", partitionKey, "m", 1, "status", "parse", 1, 1, Mode.CONFIRMED, 60_000, 0, Json.parse("{}"));
        return Fixtures.job(new DispatchRecord(1, "acme", new Cause(0, 1, 0), dispatch), claimId, new Fixtures.Hands());
    }
}
