/** The HTTP side: starts and stops it, and says what it needs of its process. */
@NullMarked
package dev.odradek.ingest;

import org.jspecify.annotations.NullMarked;
