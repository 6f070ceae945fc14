/** What a partition decides for itself: definitions, levels, and which aggregate a command is for. Pure. */
@NullMarked
package dev.odradek.statestore.partition;

import org.jspecify.annotations.NullMarked;
