/** The Kafka Streams shell: loads, asks the core, stores and forwards. */
@NullMarked
package dev.odradek.statestore.stream;

import org.jspecify.annotations.NullMarked;
