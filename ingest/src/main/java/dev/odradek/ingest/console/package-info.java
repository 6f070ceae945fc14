/** The console: files that a browser runs, which know what the API tells and nothing else. */
@NullMarked
package dev.odradek.ingest.console;

import org.jspecify.annotations.NullMarked;
