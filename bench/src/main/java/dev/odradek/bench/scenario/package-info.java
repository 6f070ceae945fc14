/** What only ours is asked: the scenarios P1 and on, by the names of the report. */
@NullMarked
package dev.odradek.bench.scenario;

import org.jspecify.annotations.NullMarked;
