package dev.odradek.statestore.core;

import dev.odradek.topics.event.EventRecord;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What follows from a command: the facts, what they make of the rows, and what is to be done.
 *
 * @param rows the rows as the facts leave them, by key; an absent value deletes
 */
public record Decision(List<EventRecord> facts, List<Effect> effects, SortedMap<Key<?>, @Nullable Object> rows) {}
