package dev.odradek.bench.agent;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/** When each job of each round began its last stage; safe for many threads. Jobs of unknown rounds are not noted. */
final class Ledger {
    private final Map<String, Page> pages = new ConcurrentHashMap<>();

    /** Room for a round: only what is expected is noted. */
    void expect(String round, int jobs, int stages) {
        pages.put(round, new Page(stages, new AtomicLongArray(jobs), new AtomicInteger()));
    }

    /** Notes the first start of a job's last stage. */
    void started(String id, int stage) {
        int dash = id.lastIndexOf('-');
        Page page = dash < 0 ? null : pages.get(id.substring(0, dash));
        if (page != null && page.lastStage() == stage) {
            int job = Integer.parseInt(id.substring(dash + 1));
            if (page.starts().compareAndSet(job, 0, Clock.micros())) {
                page.begun().incrementAndGet();
            }
        }
    }

    /** How many of the round have begun their last stage. */
    int count(String round) {
        return page(round).begun().get();
    }

    /** The times in the order of the jobs; the round is forgotten. */
    long[] take(String round) {
        AtomicLongArray starts = page(round).starts();
        pages.remove(round);
        long[] times = new long[starts.length()];
        for (int i = 0; i < times.length; i++) {
            times[i] = starts.get(i);
        }
        return times;
    }

    private Page page(String round) {
        Page page = pages.get(round);
        if (page == null) {
            throw new IllegalArgumentException("no round " + round + " was announced");
        }
        return page;
    }

    private record Page(int lastStage, AtomicLongArray starts, AtomicInteger begun) {}
}
