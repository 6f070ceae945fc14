/** What anyone may wish of the core, as it stands in the command log. */
@NullMarked
package dev.odradek.topics.command;

import org.jspecify.annotations.NullMarked;
