package dev.odradek.bench.figure;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything measured of one system.
 *
 * @param key what {@code --peers} takes
 * @param ours whether it is Odradek
 * @param settings what it was run with, in a sentence
 * @param skipped why it was not run, if it was not
 * @param notes what a reader must know of single figures
 */
public record Row(
        String key,
        String name,
        boolean ours,
        Survival survives,
        String settings,
        Optional<String> skipped,
        Map<Metric, Spread> figures,
        List<String> notes) {
    public Row {
        figures = figures.isEmpty() ? Map.of() : Map.copyOf(new EnumMap<>(figures));
        notes = List.copyOf(notes);
    }

    public Optional<Spread> figure(Metric metric) {
        return Optional.ofNullable(figures.get(metric));
    }

    /** This row with one more value of a metric. */
    public Row with(Metric metric, double value) {
        List<Double> values = new ArrayList<>(figure(metric).map(Spread::values).orElse(List.of()));
        values.add(value);
        Map<Metric, Spread> more = new EnumMap<>(Metric.class);
        more.putAll(figures);
        more.put(metric, new Spread(values));
        return new Row(key, name, ours, survives, settings, skipped, more, notes);
    }

    /** This row with one more note, unless it has it already. */
    public Row noting(String note) {
        if (notes.contains(note)) {
            return this;
        }
        List<String> more = new ArrayList<>(notes);
        more.add(note);
        return new Row(key, name, ours, survives, settings, skipped, figures, more);
    }

    /** This row, given up on; what was measured before stays. */
    public Row skipped(String why) {
        return new Row(key, name, ours, survives, settings, Optional.of(why), figures, notes);
    }
}
