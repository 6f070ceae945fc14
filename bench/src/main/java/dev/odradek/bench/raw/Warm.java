package dev.odradek.bench.raw;

import dev.odradek.bench.figure.Spread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** The process that finds out one rate: it is warm first, and says it in one line. */
final class Warm {
    static final String RATE = "rate ";

    private Warm() {}

    /**
     * Repeats rounds for so long, and prints the median of those of the last third: one lasts for less than a second,
     * and two in a row may differ by a third.
     */
    static void print(Duration time, Callable<Double> round) throws Exception {
        List<Double> rates = new ArrayList<>();
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < time.toNanos()) {
            double rate = round.call();
            if (System.nanoTime() - begun > time.toNanos() / 3 * 2) {
                rates.add(rate);
            }
        }
        System.out.println(RATE + new Spread(rates).median());
    }
}
