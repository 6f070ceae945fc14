/** Odradek beside its peers in one run: the verb {@code odradek bench}. */
@NullMarked
package dev.odradek.bench;

import org.jspecify.annotations.NullMarked;
