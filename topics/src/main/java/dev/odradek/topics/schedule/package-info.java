/** When schedules fire: cron expressions as data. */
@NullMarked
package dev.odradek.topics.schedule;

import org.jspecify.annotations.NullMarked;
