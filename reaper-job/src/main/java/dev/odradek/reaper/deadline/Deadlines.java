package dev.odradek.reaper.deadline;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The timers of one partition, found by slot, by when to look at them, and by whose silence ends them. */
public interface Deadlines {

    /** A slot, and under which index it stands. */
    record Entry(long index, String slot) {}

    @Nullable Armed get(String slot);

    /** Replaces whatever stood in the slot. */
    void put(String slot, Armed armed);

    void remove(String slot);

    /**
     * Makes ready what may stand up to an index, a few at a time: the rest of it the next time.
     *
     * @return up to where everything is ready now, at most {@code until}: asking for what is due there costs little
     */
    long settle(long until, int most);

    /** No timer with an index from {@code from} on has one before this; there may be none with this one, either. */
    long next(long from);

    /** The first {@code most} with an index from {@code from} to {@code until}, both included, in order. */
    List<Entry> due(long from, long until, int most);

    /** The first {@code most} slots that this incarnation's silence ends, after the slot {@code after}. */
    List<String> heldBy(String incarnation, String after, int most);

    /** Everybody whose silence would end something. */
    List<String> incarnations();
}
