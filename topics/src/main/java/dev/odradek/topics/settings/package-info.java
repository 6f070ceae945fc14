/** Configuration by odradek.* keys, with environment variables over files. */
@NullMarked
package dev.odradek.topics.settings;

import org.jspecify.annotations.NullMarked;
