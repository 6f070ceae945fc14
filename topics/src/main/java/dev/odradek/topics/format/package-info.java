/** The one JSON format of every record on every topic. */
@NullMarked
package dev.odradek.topics.format;

import org.jspecify.annotations.NullMarked;
