package dev.odradek.bench.figure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One round, job by job: when it was called for and when it began, in µs of the wall clock; 0: not yet.
 *
 * @param calls as the producer saw it
 * @param starts of the last stage, as the worker saw it
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record Round(long[] calls, long[] starts) {
    public Round {
        if (calls.length != starts.length) {
            throw new IllegalArgumentException(calls.length + " calls, but room for " + starts.length + " starts");
        }
        if (Arrays.stream(calls).anyMatch(at -> at == 0)
                || Arrays.stream(starts).anyMatch(at -> at == 0)) {
            throw new IllegalArgumentException("a round counts only when each of its jobs was called for and began");
        }
    }

    /** The starts of jobs that several workers have shared: of each job the first that there is, or 0. */
    public static long[] earliest(List<long[]> starts) {
        long[] first = starts.get(0).clone();
        for (long[] times : starts) {
            for (int i = 0; i < first.length; i++) {
                boolean before = times[i] != 0 && (first[i] == 0 || times[i] < first[i]);
                first[i] = before ? times[i] : first[i];
            }
        }
        return first;
    }

    /** From each call to its start, in ms. */
    public Spread millis() {
        List<Double> all = new ArrayList<>();
        for (int i = 0; i < calls.length; i++) {
            all.add((starts[i] - calls[i]) / 1e3);
        }
        return new Spread(all);
    }

    /** Jobs per second from the first call to the last start. */
    public double rate() {
        return perSecond(least(calls), most(starts));
    }

    /** Jobs per second from the first start to the last. */
    public double drainRate() {
        return perSecond(least(starts), most(starts));
    }

    private double perSecond(long from, long to) {
        return calls.length / (Math.max(1, to - from) / 1e6);
    }

    private static long least(long[] times) {
        return Arrays.stream(times).min().orElseThrow();
    }

    private static long most(long[] times) {
        return Arrays.stream(times).max().orElseThrow();
    }
}
