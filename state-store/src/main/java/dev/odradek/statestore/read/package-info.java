/** Reads of the current state by interactive queries. */
@NullMarked
package dev.odradek.statestore.read;

import org.jspecify.annotations.NullMarked;
