package dev.odradek.runtime;

import java.time.Duration;

/**
 * How many dispatches to claim while every handler is busy: so many that none waits for its next item, and so few that
 * an item waits in hand for hardly longer than a claim takes.
 *
 * <p>Averages move by an eighth with each new figure. Long work is not claimed ahead, for others could begin it at
 * once; but whoever is refused time and again walks through what others have helped with, and may walk faster.
 */
final class Pace {
    /** Work that takes longer is not claimed ahead. */
    static final long LONG_WORK_NANOS = Duration.ofMillis(100).toNanos();

    static final int MOST = 32;

    private static final long PATIENCE_NANOS = Duration.ofMillis(500).toNanos();

    /** Long work that is claimed in vain at once; if it is not in vain, so many less one are given back. */
    static final int MOST_IN_VAIN = 8;

    /** Answers come unevenly. */
    private static final double RESERVE = 1.5;

    private static final double LEAST_CHANCE = 0.1;
    private static final double WEIGHT = 1.0 / 8;

    /** The core commits several times a second, and what is claimed meanwhile waits: slow grants are to be covered. */
    private static final double FORGETS_SLOW = 1.0 / 64;

    private final int items;
    private double handling = -1;
    private double granting = -1;
    private double slowGranting;
    private double writing;
    private double chance = 1;
    private int refusedInARow;
    private boolean stuck;

    /** @param items how many are worked on at once */
    Pace(int items) {
        this.items = items;
    }

    /** A claim was granted so long after it was sent. */
    synchronized void granted(long nanos) {
        granting = granting < 0 ? nanos : moved(granting, (double) nanos);
        slowGranting = Math.max((double) nanos, slowGranting + FORGETS_SLOW * (nanos - slowGranting));
        chance = moved(chance, 1);
        refusedInARow = 0;
    }

    /** A claim was not granted: the more often that happens, the more claims it takes. */
    synchronized void refused() {
        chance = moved(chance, 0);
        refusedInARow++;
    }

    /** The handler took so long. */
    synchronized void handled(long nanos) {
        handling = handling < 0 ? nanos : moved(handling, (double) nanos);
        stuck = false;
    }

    /** The result was safe so long after the handler had ended. */
    synchronized void written(long nanos) {
        writing = moved(writing, (double) nanos);
    }

    /** What was claimed ahead had to be given back: nothing more of that until a handler ends. */
    synchronized void stuck() {
        stuck = true;
    }

    /** Whether an item that cannot be begun at once is better given back; so it is while the work is not known yet. */
    synchronized boolean isLong() {
        return handling < 0 || handling > LONG_WORK_NANOS;
    }

    /** How many more than can be worked on at once may be in hand. */
    synchronized int ahead() {
        if (isLong()) {
            return Math.min(MOST_IN_VAIN, refusedInARow);
        }
        if (stuck || granting < 0) {
            return 0;
        }
        double perItem = Math.max(1, handling) / items;
        double away = slowGranting / Math.max(LEAST_CHANCE, chance) + writing;
        // Should all of them be granted after all, the last one must not wait long.
        double bearable = Math.max((double) LONG_WORK_NANOS, RESERVE * slowGranting) / perItem;
        return (int) Math.min(MOST, Math.min(bearable, Math.ceil(RESERVE * away / perItem)));
    }

    /** How long an item may wait in hand: shorter, it would hardly be begun sooner by giving it back. */
    synchronized long patienceNanos() {
        return Math.max(PATIENCE_NANOS, (long) (2 * granting));
    }

    private static double moved(double average, double figure) {
        return average + WEIGHT * (figure - average);
    }
}
