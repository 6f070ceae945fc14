/** What a worker is written against: a queue, a handler, and a result for every piece of work. */
@NullMarked
package dev.odradek.runtime;

import org.jspecify.annotations.NullMarked;
