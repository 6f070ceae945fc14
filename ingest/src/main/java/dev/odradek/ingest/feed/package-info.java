/** Tells whoever watches which rows of the read model have changed, as it happens. */
@NullMarked
package dev.odradek.ingest.feed;

import org.jspecify.annotations.NullMarked;
