package dev.odradek.reaper.deadline;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Who has been heard lately, or has begun to hold something. */
final class RollCall {
    private final Terms terms;
    private final ReaperRules rules;
    private final NavigableMap<String, Long> seen = new TreeMap<>();
    private long nextSilence = Long.MAX_VALUE;

    RollCall(Terms terms, ReaperRules rules) {
        this.terms = terms;
        this.rules = rules;
    }

    /** Somebody spoke at {@code at}, or took something then: an older time says nothing new. */
    void heard(String incarnation, long at) {
        seen.merge(incarnation, at, Math::max);
        nextSilence = Math.min(nextSilence, at + terms.presence());
    }

    boolean isPresent(String incarnation) {
        return seen.containsKey(incarnation);
    }

    /** Strikes out and returns those who have been silent for too long at {@code canary}. */
    List<String> strikeSilent(long canary) {
        List<String> silent = new ArrayList<>();
        nextSilence = Long.MAX_VALUE;
        for (var each : seen.entrySet()) {
            if (rules.isSilent(each.getValue(), canary, terms)) {
                silent.add(each.getKey());
            } else {
                nextSilence = Math.min(nextSilence, each.getValue() + terms.presence());
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
