/** The odradek command line: verbs, output and errors. */
@NullMarked
package dev.odradek.standalone.cli;

import org.jspecify.annotations.NullMarked;
