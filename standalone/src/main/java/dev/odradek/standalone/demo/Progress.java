package dev.odradek.standalone.demo;

import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Why;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How far the items of one run are, as their events tell it. */
public final class Progress {
    private final String prefix;
    private final List<Stage> stages;
    private final Map<String, Track> items = new HashMap<>();
    private final Map<String, Integer> done = new HashMap<>();
    private long moves;

    /** Items of other runs, told by the start of their ids, are left out. */
    public Progress(String idPrefix, List<Stage> stages) {
        this.prefix = idPrefix;
        this.stages = List.copyOf(stages);
    }

    /** Where an item stands and since when it exists. */
    private record Track(String state, long createdAt, long changedAt) {}

    public synchronized void hear(EventRecord record) {
        String id = record.entityId();
        if (!id.startsWith(prefix)) {
            return;
        }
        if (record.event() instanceof Event.Created) {
            items.put(id, new Track(stages.get(0).from(), record.ts(), record.ts()));
            moves++;
        }
        Track track = items.get(id);
        if (record.event() instanceof Event.Moved moved && track != null) {
            items.put(id, new Track(moved.to(), track.createdAt(), record.ts()));
            moves += moved.through() == null ? 1 : 2;
            if (moved.why() == Why.COMPLETED) {
                done.merge(moved.to(), 1, Integer::sum);
            }
        }
    }

    public synchronized Snapshot snapshot() {
        List<StageCount> counts = stages.stream()
                .map(stage -> new StageCount(
                        stage.queue(), in(stage.from()), in(stage.into()), done.getOrDefault(stage.done(), 0)))
                .toList();
        return new Snapshot(items.size(), published(), counts, moves);
    }

    /** From creation to the last stage's completion, in the order of length. */
    public synchronized List<Long> latencies() {
        List<Long> all = new ArrayList<>();
        items.values().stream()
                .filter(track -> track.state().equals(last().done()))
                .forEach(track -> all.add(track.changedAt() - track.createdAt()));
        all.sort(Long::compare);
        return all;
    }

    /** Milliseconds between the first creation and the last completion. */
    public synchronized long span() {
        long first = items.values().stream().mapToLong(Track::createdAt).min().orElse(0);
        long end = items.values().stream().mapToLong(Track::changedAt).max().orElse(0);
        return end - first;
    }

    private int published() {
        return in(last().done());
    }

    private Stage last() {
        return stages.get(stages.size() - 1);
    }

    private int in(String state) {
        return (int) items.values().stream()
                .filter(track -> track.state().equals(state))
                .count();
    }

    /** One moment of a run. */
    public record Snapshot(int created, int done, List<StageCount> stages, long moves) {}

    /** One stage at one moment. */
    public record StageCount(String stage, int waiting, int working, int done) {}
}
