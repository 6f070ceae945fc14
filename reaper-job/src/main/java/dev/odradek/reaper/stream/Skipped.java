package dev.odradek.reaper.stream;

import dev.odradek.topics.format.UnreadableException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/** Says that a record could not be read: in one line, and at most once a second however many there are. */
final class Skipped {
    private static final long BETWEEN_LINES = TimeUnit.SECONDS.toNanos(1);

    private final Logger log;
    private final String what;
    private final LongSupplier nanos;
    private long lastLine;
    private long unsaid;

    Skipped(Logger log, String what) {
        this(log, what, System::nanoTime);
    }

    Skipped(Logger log, String what, LongSupplier nanos) {
        this.log = log;
        this.what = what;
        this.nanos = nanos;
        this.lastLine = nanos.getAsLong() - BETWEEN_LINES;
    }

    /** @param key what {@code where} is: the partition, or the slot */
    synchronized void record(String key, Object where, UnreadableException why) {
        long now = nanos.getAsLong();
        if (now - lastLine < BETWEEN_LINES) {
            unsaid++;
            return;
        }
        lastLine = now;
        String more = unsaid == 0 ? "" : " (and " + unsaid + " more since the last such line)";
        unsaid = 0;
        // Without its stack, which is ours and the same each time.
        String reason = String.valueOf(why.getMessage()).replaceAll("\\p{Cntrl}+", " ");
        log.atWarn().addKeyValue(key, where).log("skipped an unreadable {}: {}{}", what, reason, more);
    }
}
