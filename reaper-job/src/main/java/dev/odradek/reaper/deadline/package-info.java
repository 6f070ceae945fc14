/** Which deadlines have passed: decided without a clock, a broker or a disk. Pure. */
@NullMarked
package dev.odradek.reaper.deadline;

import org.jspecify.annotations.NullMarked;
