/** Brings back what is due now or later, until reaper-job does. */
@NullMarked
package dev.odradek.statestore.timer;

import org.jspecify.annotations.NullMarked;
