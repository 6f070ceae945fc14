package dev.odradek.bench.measure;

import dev.odradek.bench.figure.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** All trials, so many times over, each time in another order: what comes later finds another machine. */
public final class Campaign {
    private final List<Trial> trials;
    private final List<Sheet> sheets = new ArrayList<>();
    private final Path work;
    private final Consumer<String> say;

    /** @param work where data and logs go; the data of a trial that went well are removed */
    public Campaign(List<Trial> trials, Path work, Consumer<String> say) {
        this.trials = List.copyOf(trials);
        this.work = work;
        this.say = say;
        trials.forEach(trial -> sheets.add(new Sheet(trial.row())));
    }

    /** The rows in the order of the trials. */
    public List<Row> run(int repeats) {
        for (int i = 0; i < trials.size(); i++) {
            trials.get(i).missing().ifPresent(sheets.get(i)::skip);
        }
        for (int repeat = 0; repeat < repeats; repeat++) {
            for (int i : order(trials.size(), repeat)) {
                if (!sheets.get(i).isSkipped()) {
                    say.accept((repeat + 1) + " of " + repeats + ": "
                            + trials.get(i).row().name());
                    once(
                            trials.get(i),
                            sheets.get(i),
                            work.resolve(trials.get(i).row().key() + "-" + repeat));
                }
            }
        }
        return sheets.stream().map(Sheet::row).toList();
    }

    /** Each repeat begins with another one and goes on from there. */
    static List<Integer> order(int trials, int repeat) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < trials; i++) {
            order.add(i);
        }
        if (trials > 0) {
            Collections.rotate(order, -(repeat * Math.max(1, trials / 3)) % trials);
        }
        return order;
    }

    /** A system that fails costs its own row and no other. */
    private void once(Trial trial, Sheet sheet, Path dir) {
        try {
            Files.createDirectories(dir);
            trial.run(sheet, dir);
            delete(dir);
        } catch (Exception e) {
            String why = String.valueOf(e.getMessage() == null ? e : e.getMessage())
                    .lines()
                    .findFirst()
                    .orElse("failed");
            say.accept("  " + why);
            sheet.failed(why);
        }
    }

    private static void delete(Path dir) throws IOException {
        try (Stream<Path> below = Files.walk(dir)) {
            for (Path path : below.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
