/** The limits that ours is built on: the broker without us, and the core without the broker. */
@NullMarked
package dev.odradek.bench.raw;

import org.jspecify.annotations.NullMarked;
