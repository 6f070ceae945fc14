/** A real broker and database, child processes and network faults on one machine, for the launcher and for tests. */
@NullMarked
package dev.odradek.localcluster;

import org.jspecify.annotations.NullMarked;
