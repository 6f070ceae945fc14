package dev.odradek.statestore.core;

import dev.odradek.topics.event.EventRecord;

/** Applies facts to rows. Total: it applies every fact ever decided, and decides nothing. */
public interface History {
    void evolve(Rows rows, EventRecord fact);
}
