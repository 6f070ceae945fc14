/** Items: claimed, worked and completed along their axes. Pure. */
@NullMarked
package dev.odradek.statestore.item;

import org.jspecify.annotations.NullMarked;
