/** What every decision is made of: rows read, facts and effects returned. Pure. */
@NullMarked
package dev.odradek.statestore.core;

import org.jspecify.annotations.NullMarked;
