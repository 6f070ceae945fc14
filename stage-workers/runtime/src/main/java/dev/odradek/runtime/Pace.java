package dev.odradek.runtime;

import java.time.Duration;

/**
 * How many dispatches to claim while every handler is busy: so many that none waits for its next item, and so few that
 * no item waits long for its handler.
 *
 * <p>Averages move by an eighth with each new figure. Long work is never claimed ahead: others could begin it at once.
 */
final class Pace {
    /** How long a granted item may have to wait in hand, as far as the averages tell. */
    static final long LONGEST_WAIT_NANOS = Duration.ofMillis(100).toNanos();

    static final int MOST = 32;

    /** Answers come unevenly. */
    private static final double RESERVE = 1.5;

    private static final double LEAST_CHANCE = 0.1;
    private static final double WEIGHT = 1.0 / 8;

    private final int items;
    private double handling = -1;
    private double granting = -1;
    private double writing;
    private double chance = 1;
    private boolean stuck;

    /** @param items how many are worked on at once */
    Pace(int items) {
        this.items = items;
    }

    /** A claim was granted so long after it was sent. */
    synchronized void granted(long nanos) {
        granting = granting < 0 ? nanos : moved(granting, (double) nanos);
        chance = moved(chance, 1);
    }

    /** A claim was not granted: the more often that happens, the more claims it takes. */
    synchronized void refused() {
        chance = moved(chance, 0);
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

    synchronized int ahead() {
        if (stuck || handling < 0 || granting < 0 || handling > LONGEST_WAIT_NANOS) {
            return 0;
        }
        double perItem = Math.max(1, handling) / items;
        double away = granting / Math.max(LEAST_CHANCE, chance) + writing;
        double wanted = Math.ceil(RESERVE * away / perItem);
        return (int) Math.min(MOST, Math.min(wanted, LONGEST_WAIT_NANOS / perItem));
    }

    private static double moved(double average, double figure) {
        return average + WEIGHT * (figure - average);
    }
}
