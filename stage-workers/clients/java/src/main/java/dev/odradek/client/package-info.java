/** Odradek over HTTP: a client, and a processor that claims, does and completes; the JDK and Jackson alone. */
@NullMarked
package dev.odradek.client;

import org.jspecify.annotations.NullMarked;
