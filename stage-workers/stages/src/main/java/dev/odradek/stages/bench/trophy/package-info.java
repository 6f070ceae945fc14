/** Trophies: their findings become issues. */
@NullMarked
package dev.odradek.stages.bench.trophy;

import org.jspecify.annotations.NullMarked;
