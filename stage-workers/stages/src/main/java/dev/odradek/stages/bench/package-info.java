/** The sample pipeline: its machines, its settings, and who works in it. */
@NullMarked
package dev.odradek.stages.bench;

import org.jspecify.annotations.NullMarked;
