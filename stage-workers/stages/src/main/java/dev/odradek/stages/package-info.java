/** A whole pipeline to copy from: definitions, small workers, and the outside world as local fakes. */
@NullMarked
package dev.odradek.stages;

import org.jspecify.annotations.NullMarked;
