/** Builds: one for each sha, made by the builder, asked for and handed out over HTTP, and refreshed once a day. */
@NullMarked
package dev.odradek.stages.bench.build;

import org.jspecify.annotations.NullMarked;
