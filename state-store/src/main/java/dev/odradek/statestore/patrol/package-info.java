/** Finds the offers that are overdue: those without a timer, for hardly any is still there when it is due. */
@NullMarked
package dev.odradek.statestore.patrol;

import org.jspecify.annotations.NullMarked;
