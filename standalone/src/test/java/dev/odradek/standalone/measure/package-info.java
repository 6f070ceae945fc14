/** Measurements of the whole, printed and never asserted. */
@NullMarked
package dev.odradek.standalone.measure;

import org.jspecify.annotations.NullMarked;
