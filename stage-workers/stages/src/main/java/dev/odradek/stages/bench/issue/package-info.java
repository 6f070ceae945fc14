/** Issues: their pages, their approval and their fixes. */
@NullMarked
package dev.odradek.stages.bench.issue;

import org.jspecify.annotations.NullMarked;
