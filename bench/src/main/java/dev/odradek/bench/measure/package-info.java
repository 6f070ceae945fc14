/** Runs the processes of each system in turn and reads off them what happened when. */
@NullMarked
package dev.odradek.bench.measure;

import org.jspecify.annotations.NullMarked;
