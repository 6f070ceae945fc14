/** The change feed: tells on {@code notifications} which rows of the read model have changed, and to which version. */
@NullMarked
package dev.odradek.statestore.feed;

import org.jspecify.annotations.NullMarked;
