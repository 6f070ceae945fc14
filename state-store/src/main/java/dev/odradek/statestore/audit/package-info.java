/** Whether what an axis says will move it next is really there; pure. */
@NullMarked
package dev.odradek.statestore.audit;

import org.jspecify.annotations.NullMarked;
