package dev.odradek.statestore.projection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.event.Lease;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.event.Why;
import dev.odradek.topics.format.Json;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What a run of facts makes of the rows")
class FoldTest {
    private static final long NOW = 1_800_000_010_000L;
    private static final Wakeup OFFERED = new Wakeup.Dispatched("fetch", Lane.NORMAL, NOW);
    private static final Lease LEASE = new Lease("w1", "c1", "fetch", NOW, 30_000, null);

    @Test
    @DisplayName("many moves of an item are one row, and as many lines of history")
    void folds() {
        Fold fold = fold(created(0), claimed(1), failed(2, "no page 7"), offered(3));

        assertThat(fold.history()).hasSize(4);
        assertThat(fold.created()).singleElement().satisfies(row -> {
            assertThat(row.version()).isEqualTo(3);
            assertThat(row.updatedAt()).isEqualTo(NOW + 3);
        });
        assertThat(fold.touched()).isEmpty();
        assertThat(fold.axes()).singleElement().satisfies(row -> {
            assertThat(row.version()).isEqualTo(3);
            assertThat(row.state().lastError()).isEqualTo("no page 7");
            assertThat(row.failure()).isEqualTo(ErrorPattern.of("no page 8").failure());
        });
    }

    @Test
    @DisplayName("a queue's counts change by what is left, and its minutes by what happened")
    void counts() {
        Fold fold = fold(created(0), claimed(1), failed(2, "no"), offered(3));

        assertThat(fold.queues()).singleElement().satisfies(change -> {
            assertThat(List.of(change.offered(), change.held(), change.delayed()))
                    .isEqualTo(List.of(1L, 0L, 0L));
            assertThat(change.paused()).isNull();
        });
        assertThat(fold.minutes())
                .singleElement()
                .satisfies(minute -> assertThat(
                                List.of(minute.offered(), minute.claimed(), minute.completed(), minute.failed()))
                        .isEqualTo(List.of(2L, 1L, 0L, 1L)));
    }

    @Test
    @DisplayName("a step that claims and completes in one fact counts as both, and says through what it went")
    void both() {
        Event through = new Event.Moved(
                "m", "status", "new", "busy", "over", Why.COMPLETED, 1, 1, 1, "w1", null, new Wakeup.Ended(), null);
        Fold fold = fold(created(0), fact(1, through));

        assertThat(fold.minutes())
                .singleElement()
                .satisfies(minute -> assertThat(List.of(minute.offered(), minute.claimed(), minute.completed()))
                        .isEqualTo(List.of(1L, 1L, 1L)));
        assertThat(fold.axes())
                .singleElement()
                .satisfies(row -> assertThat(row.state().from()).isEqualTo("busy"));
        assertThat(fold.history().get(1).details()).isEqualTo(Map.of("through", "busy"));
    }

    @Test
    @DisplayName("what comes back to its queue in one step is offered once more")
    void backAgain() {
        Event released =
                new Event.Moved("m", "status", "new", "busy", "new", Why.RELEASED, 2, 1, 0, "w1", null, OFFERED, null);
        Fold fold = fold(created(0), fact(1, released));

        assertThat(fold.minutes())
                .singleElement()
                .satisfies(minute ->
                        assertThat(List.of(minute.offered(), minute.claimed())).isEqualTo(List.of(2L, 1L)));
        assertThat(fold.queues())
                .singleElement()
                .satisfies(change ->
                        assertThat(List.of(change.offered(), change.held())).isEqualTo(List.of(1L, 0L)));
    }

    @Test
    @DisplayName("an axis that is offered again has been on offer all the time")
    void redispatch() {
        Fold fold = fold(created(0), fact(50_000, rescheduled(new Wakeup.Dispatched("fetch", Lane.AGAIN, NOW))));

        assertThat(fold.axes())
                .singleElement()
                .satisfies(row -> assertThat(row.since()).isEqualTo(NOW));
    }

    @Test
    @DisplayName("errors of one kind are counted together, with the last of them as a sample")
    void failures() {
        Fold fold = fold(created(0), claimed(1), failed(2, "no page 7"), claimed(3), failed(4, "no page 8"));

        assertThat(fold.failures()).singleElement().satisfies(seen -> {
            assertThat(seen.times()).isEqualTo(2);
            assertThat(seen.sample()).isEqualTo("no page 8");
            assertThat(List.of(seen.firstAt(), seen.lastAt())).isEqualTo(List.of(NOW + 2, NOW + 4));
        });
    }

    @Test
    @DisplayName("of an item whose creation is not on record only the history tells")
    void unknown() {
        Fold fold = fold(claimed(7), fact(8, new Event.Patched(Json.parse("{}"), 2)));

        assertThat(fold.history()).hasSize(2);
        assertThat(fold.axes()).isEmpty();
        assertThat(fold.touched()).isEmpty();
        assertThat(fold.queues()).isEmpty();
    }

    private static Fold fold(Fact... facts) {
        return Fold.of(List.of(facts), Known.NOTHING);
    }

    private static Fact created(long offset) {
        AxisState axis = new AxisState("new", null, 1, 0, OFFERED, null, null, "c");
        return fact(
                offset, new Event.Created("m", 1, "i", null, Json.parse("{}"), new TreeMap<>(Map.of("status", axis))));
    }

    private static Fact claimed(long offset) {
        return moved(offset, Why.CLAIMED, LEASE, new Wakeup.Leased(), null);
    }

    private static Fact failed(long offset, String error) {
        return moved(offset, Why.RETRIED, null, new Wakeup.Backoff("fetch", NOW + 9_000), error);
    }

    private static Fact offered(long offset) {
        return fact(offset, rescheduled(OFFERED));
    }

    private static Event rescheduled(Wakeup wakeup) {
        return new Event.Rescheduled("m", "status", 2, wakeup);
    }

    private static Fact moved(long offset, Why why, @Nullable Lease lease, Wakeup wakeup, @Nullable String error) {
        String from = why == Why.CLAIMED ? "new" : "busy";
        String to = why == Why.CLAIMED ? "busy" : "new";
        return fact(offset, new Event.Moved("m", "status", from, null, to, why, 1, 1, 1, "w1", lease, wakeup, error));
    }

    private static Fact fact(long offset, Event event) {
        return new Fact(
                offset, new EventRecord(1, "acme", "i", new Cause(0, offset, 0), "c", NOW + offset, event), false);
    }
}
