/** The inside of a worker or producer process: it is told what to do line by line and keeps the times itself. */
@NullMarked
package dev.odradek.bench.agent;

import org.jspecify.annotations.NullMarked;
