/** Results as Markdown, as charts and as JSON. Pure but for the writing itself. */
@NullMarked
package dev.odradek.bench.report;

import org.jspecify.annotations.NullMarked;
