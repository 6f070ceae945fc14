/** Machines, items and queues: what producers and operators do. */
@NullMarked
package dev.odradek.ingest.item;

import org.jspecify.annotations.NullMarked;
