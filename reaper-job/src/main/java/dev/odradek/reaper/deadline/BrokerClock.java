package dev.odradek.reaper.deadline;

/** The broker's time as the canaries of one partition tell it, and since when it has been telling it without a gap. */
final class BrokerClock {
    private final Terms terms;
    private final ReaperRules rules;
    private boolean set;
    private long canary;
    private long readNanos;
    private long writtenNanos;
    private long graceFrom;

    BrokerClock(Terms terms, ReaperRules rules) {
        this.terms = terms;
        this.rules = rules;
    }

    /** A canary written at {@code written} was appended at {@code append}; true if there was a gap before it. */
    boolean heard(long append, long written, long nanos) {
        boolean gap = !set
                || rules.isGap(canary, append, terms)
                || rules.isStep(append - canary, millis(written - readNanos), millis(nanos - writtenNanos), terms);
        if (gap) {
            graceFrom = append;
        }
        set = true;
        canary = append;
        writtenNanos = written;
        readNanos = nanos;
        return gap;
    }

    private static long millis(long nanos) {
        return nanos / 1_000_000;
    }

    boolean isSet() {
        return set;
    }

    /** The broker's time when the newest canary was appended. */
    long canary() {
        return canary;
    }

    /** The broker's time now, as far as the time since the newest canary tells. */
    long estimate(long nanos) {
        return canary + Math.max(0, (nanos - readNanos) / 1_000_000);
    }

    long graceFrom() {
        return graceFrom;
    }

    long graceUntil() {
        return graceFrom + terms.grace();
    }

    boolean isGrace() {
        return rules.isGrace(graceFrom, canary, terms);
    }
}
