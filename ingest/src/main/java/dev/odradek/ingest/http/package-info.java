/** What every route shares: problems, limits, what becomes of a command. */
@NullMarked
package dev.odradek.ingest.http;

import org.jspecify.annotations.NullMarked;
