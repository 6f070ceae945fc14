package dev.odradek.bench.raw;

import dev.odradek.bench.figure.Steady;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** The process that finds out one rate: it is warm first, and says so in one line. */
final class Warm {
    static final String RATE = "rate ";
    private static final int MOST_ROUNDS = 12;

    private Warm() {}

    /** Repeats rounds until two in a row agree, and prints the rate of one more. */
    static void print(Callable<Double> round) throws Exception {
        List<Double> rates = new ArrayList<>();
        do {
            rates.add(round.call());
        } while (rates.size() < MOST_ROUNDS && !Steady.reached(rates));
        System.out.println(RATE + round.call());
    }
}
