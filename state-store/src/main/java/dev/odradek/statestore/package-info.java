/** The state-store service: one deterministic state machine per partition of the command log. */
@NullMarked
package dev.odradek.statestore;

import org.jspecify.annotations.NullMarked;
