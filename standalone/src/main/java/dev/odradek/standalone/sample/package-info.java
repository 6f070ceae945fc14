/** The sample pipeline from one command: everything around it as local fakes, a drill, and a verdict. */
@NullMarked
package dev.odradek.standalone.sample;

import org.jspecify.annotations.NullMarked;
