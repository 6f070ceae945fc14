/** Tasks: an agent is asked, and what it says becomes a trophy. */
@NullMarked
package dev.odradek.stages.bench.task;

import org.jspecify.annotations.NullMarked;
