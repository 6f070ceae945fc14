package dev.odradek.statestore.rehearse;

import dev.odradek.statestore.core.Decision;
import dev.odradek.statestore.core.View;

/** Decides a record of the log just as production does. */
public interface Decider {
    Decision decide(View rows, Recorded recorded);
}
