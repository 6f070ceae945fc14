package dev.odradek.bench.measure;

import dev.odradek.bench.agent.Shape;
import dev.odradek.bench.figure.Round;
import dev.odradek.bench.figure.Steady;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/** Rounds of jobs through one worker and one producer, each with every job's times. */
public final class Rounds {
    public static final int IN_FLIGHT = 64;
    public static final int BULK = 500;

    /** No two rounds of a run have the same name, whoever makes them. */
    private static final AtomicInteger MADE = new AtomicInteger();

    private static final int FIRST = 500;
    private static final int MOST = 200_000;
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration LOOK = Duration.ofMillis(20);

    private final List<Agent> workers;
    private final Agent producer;
    private boolean isWarm;

    public Rounds(Agent worker, Agent producer) {
        this(List.of(worker), producer);
    }

    /** @param workers who share the jobs, in whatever way they do */
    public Rounds(List<Agent> workers, Agent producer) {
        this.workers = List.copyOf(workers);
        this.producer = producer;
    }

    /** One call per job, 64 in flight, as fast as they come back. */
    public Round single(Shape shape, int jobs) {
        return run(shape, jobs, "single", IN_FLIGHT + " 0");
    }

    /** 500 jobs a call. */
    public Round bulk(Shape shape, int jobs) {
        return run(shape, jobs, "bulk", Integer.toString(BULK));
    }

    /** One call per job at a steady rate. */
    public Round paced(Shape shape, int jobs, int perSecond) {
        return run(shape, jobs, "single", IN_FLIGHT + " " + perSecond);
    }

    /**
     * Repeats rounds until two in a row agree or so many were tried, but for at least as long as the scale has it for
     * processes that have just been started, or for those that were warm with other work.
     */
    public List<Double> warm(IntFunction<Round> round, Duration window, Scale scale) {
        Duration least = isWarm ? scale.leastWarmAgain() : scale.leastWarm();
        isWarm = true;
        return warm(round, window, scale.warmRounds(), least, scale.mostWarm(least));
    }

    /** The same for work that is measured by itself: it needs as long as those who do other work first. */
    public List<Double> warmAlone(IntFunction<Round> round, Duration window, Scale scale) {
        Duration least = scale.leastWarm().multipliedBy(2);
        return warm(round, window, scale.warmRounds(), least, scale.mostWarm(least));
    }

    /**
     * Repeats rounds, each sized to last for the window, until two in a row agree, so many were tried or it takes too
     * long.
     *
     * @return the rates; the last is that of the warm system
     */
    List<Double> warm(IntFunction<Round> round, Duration window, int most, Duration least, Duration longest) {
        long begun = System.nanoTime();
        List<Double> rates = new ArrayList<>();
        int jobs = FIRST;
        int tries = 0;
        do {
            double rate = round.apply(jobs).rate();
            // A round far shorter than the window says little: it only finds the size of the next.
            if (2 * jobs >= sized(rate, window) || ++tries > most) {
                rates.add(rate);
            }
            jobs = sized(rate, window);
        } while (isTooShort(begun, least)
                || rates.isEmpty()
                || (rates.size() < most && !Steady.reached(rates) && isTooShort(begun, longest)));
        return rates;
    }

    private static boolean isTooShort(long begun, Duration time) {
        return System.nanoTime() - begun < time.toNanos();
    }

    public static int sized(double rate, Duration window) {
        return Math.max(FIRST, Math.min(MOST, (int) (rate * window.toMillis() / 1e3)));
    }

    private Round run(Shape shape, int jobs, String how, String pace) {
        String round = "r" + ProcessHandle.current().pid() + "x" + MADE.getAndIncrement();
        workers.forEach(worker -> worker.ask("expect " + round + " " + jobs + " " + shape.stages()));
        long[] calls = producer.times(how + " " + shape.label() + " " + round + " " + jobs + " " + pace, LIMIT);
        awaitAll(workers, round, jobs);
        return new Round(
                calls,
                Round.earliest(workers.stream()
                        .map(worker -> worker.times("take " + round, Duration.ofMinutes(1)))
                        .toList()));
    }

    /** Waits until all have begun their last stage; a worker that stands still for too long is given up on. */
    static void awaitAll(List<Agent> workers, String round, int jobs) {
        int before = -1;
        long since = System.nanoTime();
        for (int begun = begun(workers, round); begun < jobs; begun = begun(workers, round)) {
            if (begun != before) {
                before = begun;
                since = System.nanoTime();
            } else if (System.nanoTime() - since > Duration.ofSeconds(60).toNanos()) {
                throw new MeasureException(begun + " of " + jobs + " jobs had begun, and none more within 60 s");
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    private static int begun(List<Agent> workers, String round) {
        return workers.stream()
                .mapToInt(worker -> Integer.parseInt(worker.ask("count " + round)))
                .sum();
    }
}
