package dev.odradek.runtime.dispatch;

import dev.odradek.topics.event.DispatchRecord;

/** A dispatch that can be brought to the desk, and who is told what became of it. */
record Offer(DispatchRecord dispatch, Receipt receipt) {}
