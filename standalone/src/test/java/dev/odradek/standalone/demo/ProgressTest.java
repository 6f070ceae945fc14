package dev.odradek.standalone.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.event.Why;
import dev.odradek.topics.format.Json;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private static final List<Stage> STAGES = List.of(
            new Stage("fetch", "posted", "fetching", "fetched"),
            new Stage("publish", "fetched", "publishing", "published"));

    private final Progress progress = new Progress("run-", STAGES);

    @Test
    void countsWhereTheItemsOfTheRunStand() {
        created("run-1", 0);
        created("run-2", 5);
        created("other-1", 5);
        moved("run-1", "posted", "fetching", Why.CLAIMED, 10);
        moved("run-1", "fetching", "fetched", Why.COMPLETED, 20);
        moved("run-2", "posted", "fetching", Why.CLAIMED, 20);

        assertThat(progress.snapshot())
                .isEqualTo(new Progress.Snapshot(
                        2,
                        0,
                        List.of(new Progress.StageCount("fetch", 0, 1, 1), new Progress.StageCount("publish", 1, 0, 0)),
                        5));
    }

    @Test
    void measuresFromCreationToTheLastCompletion() {
        created("run-1", 100);
        created("run-2", 100);
        moved("run-1", "publishing", "published", Why.COMPLETED, 400);
        moved("run-2", "publishing", "published", Why.COMPLETED, 150);

        assertThat(progress.latencies()).containsExactly(50L, 300L);
        assertThat(progress.span()).isEqualTo(300);
        assertThat(progress.snapshot().done()).isEqualTo(2);
    }

    @Test
    void aStepThatClaimsAndCompletesAtOnceIsTwoMoves() {
        created("run-1", 100);
        long before = progress.snapshot().moves();
        Event event = new Event.Moved(
                "report",
                "status",
                "x",
                "publishing",
                "published",
                Why.COMPLETED,
                1,
                1,
                0,
                null,
                null,
                new Wakeup.Ended(),
                null);
        progress.hear(record("run-1", 200, event));

        assertThat(progress.snapshot().moves()).isEqualTo(before + 2);
        assertThat(progress.snapshot().done()).isEqualTo(1);
    }

    @Test
    void aPercentileIsAValueThatOccurred() {
        List<Long> sorted = List.of(1L, 2L, 3L, 4L);

        assertThat(Summary.percentile(sorted, 0.50)).isEqualTo(2);
        assertThat(Summary.percentile(sorted, 0.99)).isEqualTo(4);
        assertThat(Summary.percentile(List.of(), 0.99)).isZero();
    }

    private void created(String id, long ts) {
        Event event = new Event.Created("report", 1, id, null, Json.parse("{}"), new TreeMap<>());
        progress.hear(record(id, ts, event));
    }

    private void moved(String id, String from, String to, Why why, long ts) {
        Event event = new Event.Moved(
                "report", "status", from, null, to, why, 1, 1, 0, null, null, new Wakeup.Leased(), null);
        progress.hear(record(id, ts, event));
    }

    private static EventRecord record(String id, long ts, Event event) {
        return new EventRecord(EventRecord.SCHEMA, "default", id, new Cause(0, ts, 0), "c", ts, event);
    }
}
