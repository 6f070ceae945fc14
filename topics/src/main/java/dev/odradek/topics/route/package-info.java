/** Where a record goes: partitions, ids, and the clients that write commands and read answers. */
@NullMarked
package dev.odradek.topics.route;

import org.jspecify.annotations.NullMarked;
