package dev.odradek.bench.measure;

import dev.odradek.bench.figure.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** All trials, so many times over, each time in another order: what comes later finds another machine. */
public final class Campaign {
    private final List<Trial> trials;
    private final List<Sheet> sheets = new ArrayList<>();
    private final Path work;
    private final Witness witness;
    private final Forecast forecast = new Forecast();
    private volatile boolean stopped;
    private volatile int over;
    private volatile int inAll;

    /** Who is told of what happens. */
    public interface Witness {
        void say(String line);

        /** The next one is about to begin. */
        void trialBegins();

        /** A trial is over; {@link Campaign#rows()} has its figures. */
        void trialOver();
    }

    /** @param work where data and logs go; the data of a trial that went well are removed */
    public Campaign(List<Trial> trials, Path work, Witness witness) {
        this.trials = List.copyOf(trials);
        this.work = work;
        this.witness = witness;
        trials.forEach(trial -> sheets.add(new Sheet(trial.row())));
    }

    /** Makes all of them; a system that fails costs its own row and no other. */
    public void run(int repeats) {
        for (int i = 0; i < trials.size(); i++) {
            trials.get(i).missing().ifPresent(sheets.get(i)::skip);
        }
        List<Turn> turns = turns(repeats);
        inAll = turns.size();
        for (int n = 0; n < turns.size() && !stopped; n++) {
            Turn turn = turns.get(n);
            if (!sheets.get(turn.trial()).isSkipped()) {
                witness.say("%d of %d: %s%s".formatted(n + 1, inAll, name(turn.trial()), left(turns, n)));
                long begun = System.nanoTime();
                witness.trialBegins();
                once(turn);
                forecast.lasted(turn.trial(), Duration.ofNanos(System.nanoTime() - begun));
            }
            if (!stopped) {
                over = n + 1;
                witness.trialOver();
            }
        }
    }

    /** The rows in the order of the trials, as far as they are filled; from any thread. */
    public List<Row> rows() {
        return sheets.stream().map(Sheet::row).toList();
    }

    /** How far it is, such as "3 of 12 trials". */
    public String progress() {
        return over + " of " + inAll + " trials";
    }

    /** From now on nothing that fails is the fault of a system. */
    public void stop() {
        stopped = true;
    }

    private record Turn(int repeat, int trial) {}

    private List<Turn> turns(int repeats) {
        List<Turn> turns = new ArrayList<>();
        for (int repeat = 0; repeat < repeats; repeat++) {
            for (int trial : order(trials.size(), repeat)) {
                turns.add(new Turn(repeat, trial));
            }
        }
        return turns;
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

    private String left(List<Turn> turns, int from) {
        List<Integer> toCome = turns.subList(from, turns.size()).stream()
                .map(Turn::trial)
                .filter(trial -> !sheets.get(trial).isSkipped())
                .toList();
        return forecast.of(toCome)
                .map(time -> ", about " + Forecast.inWords(time) + " left")
                .orElse("");
    }

    private String name(int trial) {
        return trials.get(trial).row().name();
    }

    private void once(Turn turn) {
        Path dir = work.resolve(trials.get(turn.trial()).row().key() + "-" + turn.repeat());
        try {
            Files.createDirectories(dir);
            trials.get(turn.trial()).run(sheets.get(turn.trial()), dir);
            delete(dir);
        } catch (Exception e) {
            if (stopped) {
                return;
            }
            // What the file system says is often no more than a path: what is wrong with it is in its class.
            String message = e.getMessage();
            String why = (message == null || e instanceof IOException ? e.toString() : message)
                    .lines()
                    .findFirst()
                    .orElse("failed");
            witness.say("  " + why);
            sheets.get(turn.trial()).failed(why);
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
