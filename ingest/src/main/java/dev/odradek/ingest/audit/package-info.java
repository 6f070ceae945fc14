/** Keeps a record of what operators do. */
@NullMarked
package dev.odradek.ingest.audit;

import org.jspecify.annotations.NullMarked;
