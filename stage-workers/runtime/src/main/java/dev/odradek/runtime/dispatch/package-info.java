/** How dispatches reach a worker: by demand or by partition, never more than there are free slots. */
@NullMarked
package dev.odradek.runtime.dispatch;

import org.jspecify.annotations.NullMarked;
