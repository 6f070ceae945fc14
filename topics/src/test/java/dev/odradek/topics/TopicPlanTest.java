package dev.odradek.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.odradek.topics.event.Lane;
import dev.odradek.topics.machine.Transport;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopicPlanTest {
    private static final TopicPlan PLAN = new TopicPlan("test.", 8, 16, 1 << 20);

    @Test
    void everyFixedTopicCarriesThePrefix() {
        assertThat(PLAN.fixed().stream().map(TopicSpec::name))
                .containsExactlyInAnyOrder(
                        "test.triggers",
                        "test.commands",
                        "test.events",
                        "test.answers",
                        "test.timers",
                        "test.heartbeats",
                        "test.streams",
                        "test.notifications",
                        "test.feed-offsets",
                        "test.tokens",
                        "test.audit",
                        "test.idle",
                        "test.dead-letters");
    }

    @Test
    void everyTopicHasTheBrokersTime() {
        assertThat(PLAN.fixed())
                .allSatisfy(
                        spec -> assertThat(spec.essential()).containsEntry("message.timestamp.type", "LogAppendTime"));
    }

    @Test
    void onlyTimersTokensAndTheFeedsPlaceAreCompactedAndTheyAreNotAged() {
        List<TopicSpec> compacted = PLAN.fixed().stream()
                .filter(spec -> spec.kept() == TopicSpec.Kept.BY_KEY)
                .toList();

        assertThat(compacted)
                .extracting(TopicSpec::name)
                .containsExactly("test.timers", "test.feed-offsets", "test.tokens");
        assertThat(compacted.get(0).configs())
                .containsEntry("cleanup.policy", "compact")
                .doesNotContainKey("retention.ms");
    }

    @Test
    void outputsMayBeTwiceAsLargeAsCommands() {
        assertThat(spec("test.commands").maxBytes()).isEqualTo(1 << 20);
        assertThat(spec("test.events").maxBytes()).isEqualTo(2 << 20);
        assertThat(spec("test.timers").maxBytes()).isEqualTo(2 << 20);
    }

    @Test
    void aSharedQueueHasOnePartitionPerLaneAndAPartitionedOneAll() {
        assertThat(PLAN.lanes("tasks", Transport.SHARED))
                .extracting(TopicSpec::name, TopicSpec::partitions)
                .containsExactly(tuple("test.work.tasks", 1), tuple("test.work.tasks.again", 1));
        assertThat(PLAN.lanes("tasks", Transport.PARTITIONED))
                .allSatisfy(spec -> assertThat(spec.partitions()).isEqualTo(8));
    }

    @Test
    void theLanesAreTheTopicsThatWorkIsSentTo() {
        assertThat(PLAN.work("tasks", Lane.NORMAL)).isEqualTo("test.work.tasks");
        assertThat(PLAN.work("tasks", Lane.AGAIN)).isEqualTo("test.work.tasks.again");
        assertThat(PLAN.group("tasks")).isEqualTo("test.work.tasks");
    }

    @Test
    void anUnclaimedDispatchLiesForThreeDays() {
        assertThat(PLAN.lanes("tasks", Transport.SHARED))
                .allSatisfy(spec -> assertThat(spec.retention()).isEqualTo(Duration.ofDays(3)));
    }

    private static TopicSpec spec(String name) {
        return PLAN.fixed().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
