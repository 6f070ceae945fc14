/** The outside world as real HTTP servers on this machine, with the faults the real ones have now and then. */
@NullMarked
package dev.odradek.stages.fake;

import org.jspecify.annotations.NullMarked;
