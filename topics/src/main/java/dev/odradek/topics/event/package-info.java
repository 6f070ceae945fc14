/** What the core has decided: facts, answers to askers, dispatches to workers and timers. */
@NullMarked
package dev.odradek.topics.event;

import org.jspecify.annotations.NullMarked;
