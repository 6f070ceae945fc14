/** The read model in PostgreSQL: how facts get in, and how lists come out. */
@NullMarked
package dev.odradek.statestore.table;

import org.jspecify.annotations.NullMarked;
