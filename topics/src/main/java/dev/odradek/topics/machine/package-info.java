/** Machine definitions as data: axes, states, edges and claim rules. */
@NullMarked
package dev.odradek.topics.machine;

import org.jspecify.annotations.NullMarked;
