/** The reaper-job service: every deadline there is, and nobody living taken for dead. */
@NullMarked
package dev.odradek.reaper;

import org.jspecify.annotations.NullMarked;
