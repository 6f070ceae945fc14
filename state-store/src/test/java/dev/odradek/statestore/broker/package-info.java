/** The state-store on a real broker. */
@org.jspecify.annotations.NullMarked
package dev.odradek.statestore.broker;
