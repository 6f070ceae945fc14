/** The contract every module shares: which topics there are, and what stands in them. */
@NullMarked
package dev.odradek.topics;

import org.jspecify.annotations.NullMarked;
