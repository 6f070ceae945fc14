/** Work for workers over HTTP: offers, claims, presence. */
@NullMarked
package dev.odradek.ingest.claim;

import org.jspecify.annotations.NullMarked;
