/** Decides what was recorded once more, under another definition, and says what would have gone differently. Pure. */
@NullMarked
package dev.odradek.statestore.rehearse;

import org.jspecify.annotations.NullMarked;
