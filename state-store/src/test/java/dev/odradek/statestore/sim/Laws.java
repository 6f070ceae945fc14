package dev.odradek.statestore.sim;

import dev.odradek.reaper.deadline.ReaperRules;
import dev.odradek.statestore.item.Rules;

/**
 * What the parts of a world hold to; a mutation drops one of them.
 *
 * @param fencing whether a worker stops by itself before others may take its work
 */
record Laws(Rules core, ReaperRules reaper, boolean fencing) {
    static final Laws ALL = new Laws(new Rules(), new ReaperRules(), true);

    static Laws with(Rules core) {
        return new Laws(core, ALL.reaper(), true);
    }

    static Laws with(ReaperRules reaper) {
        return new Laws(ALL.core(), reaper, true);
    }
}
