package dev.odradek.reaper.deadline;

import org.jspecify.annotations.Nullable;

/**
 * Every check the reaper's judgement rests on, one method each, by the broker's clock.
 *
 * <p>Open for extension on purpose: the simulation drops one check at a time and must notice each.
 */
public class ReaperRules {

    /** Between these two canaries somebody could have spoken without being heard. */
    protected boolean isGap(long before, long canary, Terms terms) {
        return canary - before > terms.gap();
    }

    /**
     * The broker's clock was set, or another broker's counts now: silence across such a step proves nothing.
     *
     * <p>Each canary was appended between its writing and its reading; by the reaper's own clock two of them are at
     * least {@code least} and at most {@code most} apart.
     */
    protected boolean isStep(long byBroker, long least, long most, Terms terms) {
        return byBroker < least - terms.drift() || byBroker > most + terms.drift();
    }

    /** So soon after a gap silence proves nothing. */
    protected boolean isGrace(long graceFrom, long canary, Terms terms) {
        return canary < graceFrom + terms.grace();
    }

    /** A worker that was heard last at {@code seen} has been silent for longer than it may be. */
    protected boolean isSilent(long seen, long canary, long patience) {
        return canary - seen >= patience;
    }

    /**
     * How long a worker may be silent that asks for {@code wanted}.
     *
     * <p>Never longer than the grace: whoever takes over does not know what was asked for until it has been heard.
     */
    protected long patience(@Nullable Long wanted, Terms terms) {
        return wanted == null ? terms.presence() : Math.max(1, Math.min(wanted, terms.grace()));
    }

    /** A heartbeat renews the lease it names, not an earlier or later one of the same axis. */
    protected boolean renews(long namedEpoch, long epoch) {
        return namedEpoch == epoch;
    }

    /** A lease runs from when it was read or last renewed, and anew after every gap. */
    protected long runsFrom(long start, long renewed, long graceFrom) {
        return Math.max(start, Math.max(renewed, graceFrom));
    }

    /** Silence and leases are judged by canaries alone: all that was said before one has been heard. */
    protected long judgedAt(long canary, long estimate) {
        return canary;
    }

    /** Whether somebody has been heard whose leases were about to be swept. */
    protected boolean isBack(boolean heardSince) {
        return heardSince;
    }

    /** A timer whose command was sent stays until the core has overwritten its slot. */
    protected boolean staysAfterSending() {
        return true;
    }

    /** Nothing is looked for before the floor, so nothing may be put there. */
    protected long notBefore(long floor, long index) {
        return Math.max(floor, index);
    }

    /** Whoever takes over knows nobody's silence yet, but must learn who holds something. */
    protected boolean remembersHolders() {
        return true;
    }
}
