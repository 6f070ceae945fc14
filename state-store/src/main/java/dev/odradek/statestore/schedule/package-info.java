/** Schedules: items that come to be when a cron expression says so. Pure. */
@NullMarked
package dev.odradek.statestore.schedule;

import org.jspecify.annotations.NullMarked;
