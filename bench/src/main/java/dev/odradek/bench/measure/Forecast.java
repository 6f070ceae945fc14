package dev.odradek.bench.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How long the trials still to come will take, judged by those that are over. */
final class Forecast {
    private final Map<Integer, Duration> lasted = new HashMap<>();

    /** A trial, by its number, has lasted so long; what it lasted before is forgotten. */
    void lasted(int trial, Duration time) {
        lasted.put(trial, time);
    }

    /** Each as long as it was the last time, or as the others were on average; absent while nothing is known. */
    Optional<Duration> of(List<Integer> toCome) {
        if (lasted.isEmpty()) {
            return Optional.empty();
        }
        Duration sum = lasted.values().stream().reduce(Duration.ZERO, Duration::plus);
        Duration usual = sum.dividedBy(lasted.size());
        List<Duration> expected = new ArrayList<>();
        toCome.forEach(trial -> expected.add(lasted.getOrDefault(trial, usual)));
        return Optional.of(expected.stream().reduce(Duration.ZERO, Duration::plus));
    }

    /** As people say it. */
    static String inWords(Duration time) {
        return time.toSeconds() < 90 ? time.toSeconds() + " s" : Math.round(time.toSeconds() / 60.0) + " min";
    }
}
