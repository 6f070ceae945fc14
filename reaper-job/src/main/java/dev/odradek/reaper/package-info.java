/** The reaper-job service: every deadline that minutes matter to, and nobody living taken for dead. */
@NullMarked
package dev.odradek.reaper;

import org.jspecify.annotations.NullMarked;
