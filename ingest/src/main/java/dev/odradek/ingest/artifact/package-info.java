/** Content-addressed blobs for what is too large for a record: streamed in and out, on disk or in an object store. */
@NullMarked
package dev.odradek.ingest.artifact;

import org.jspecify.annotations.NullMarked;
