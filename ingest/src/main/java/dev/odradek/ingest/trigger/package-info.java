/** What comes in from outside by itself: signed webhooks with their mappings, and the triggers topic. */
@NullMarked
package dev.odradek.ingest.trigger;

import org.jspecify.annotations.NullMarked;
