package dev.odradek.reaper.deadline;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Who has been heard lately, or has begun to hold something, and how long each may be silent. */
final class RollCall {
    /** When somebody was heard last, and how much silence it may keep from then. */
    private record Seen(long at, long patience) {
        long silentFrom() {
            return at + patience;
        }
    }

    private final Terms terms;
    private final ReaperRules rules;
    private final NavigableMap<String, Seen> seen = new TreeMap<>();
    private long nextSilence = Long.MAX_VALUE;

    RollCall(Terms terms, ReaperRules rules) {
        this.terms = terms;
        this.rules = rules;
    }

    /** Somebody took something at {@code at}: what it has asked for before still counts. */
    void heard(String incarnation, long at) {
        Seen before = seen.get(incarnation);
        put(incarnation, at, before == null ? rules.patience(null, terms) : before.patience());
    }

    /** Somebody spoke at {@code at}, and asked for this much silence. */
    void heard(String incarnation, long at, @Nullable Long silence) {
        put(incarnation, at, rules.patience(silence, terms));
    }

    /** An older time says nothing new. */
    private void put(String incarnation, long at, long patience) {
        Seen before = seen.get(incarnation);
        Seen now = new Seen(before == null ? at : Math.max(before.at(), at), patience);
        seen.put(incarnation, now);
        nextSilence = Math.min(nextSilence, now.silentFrom());
    }

    boolean isPresent(String incarnation) {
        return seen.containsKey(incarnation);
    }

    /** Strikes out and returns those who have been silent for too long at {@code canary}. */
    List<String> strikeSilent(long canary) {
        List<String> silent = new ArrayList<>();
        nextSilence = Long.MAX_VALUE;
        for (var each : seen.entrySet()) {
            if (rules.isSilent(each.getValue().at(), canary, each.getValue().patience())) {
                silent.add(each.getKey());
            } else {
                nextSilence = Math.min(nextSilence, each.getValue().silentFrom());
            }
        }
        silent.forEach(seen::remove);
        return silent;
    }

    /** When the next of them will have been silent for too long, unless heard before. */
    long nextSilence() {
        return nextSilence;
    }

    int size() {
        return seen.size();
    }
}
