/** Each system that is measured: how it is started, worked for and called. */
@NullMarked
package dev.odradek.bench.peer;

import org.jspecify.annotations.NullMarked;
