package dev.odradek.runtime.dispatch;

import dev.odradek.topics.event.DispatchRecord;

/** Where dispatches are handed in, each with a slot reserved for it. */
@FunctionalInterface
public interface Desk {

    /** Whether the dispatch is taken on; if not, its slot is still the caller's and nobody settles it. */
    boolean take(DispatchRecord dispatch, Receipt receipt);
}
