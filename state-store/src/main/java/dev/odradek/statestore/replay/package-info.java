/** Reads what was recorded from Kafka and has it rehearsed; writes nothing there. */
@NullMarked
package dev.odradek.statestore.replay;

import org.jspecify.annotations.NullMarked;
