/** The Kafka Streams shell of the reaper: one topology, one store ordered by due time. */
@NullMarked
package dev.odradek.reaper.stream;

import org.jspecify.annotations.NullMarked;
