/** Content-addressed blobs. */
@NullMarked
package dev.odradek.ingest.artifact;

import org.jspecify.annotations.NullMarked;
