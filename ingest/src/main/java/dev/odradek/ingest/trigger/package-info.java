/** Work that is triggered: signed webhooks and the topic of triggers. */
@NullMarked
package dev.odradek.ingest.trigger;

import org.jspecify.annotations.NullMarked;
