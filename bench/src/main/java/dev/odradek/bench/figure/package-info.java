/** What was measured, as plain values: spreads, the warm-up rule, rows and results. Pure. */
@NullMarked
package dev.odradek.bench.figure;

import org.jspecify.annotations.NullMarked;
