/** The producer's side: posting items and asking what became of them. */
@NullMarked
package dev.odradek.runtime.client;

import org.jspecify.annotations.NullMarked;
