package dev.odradek.ingest.claim;

import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.UnreadableException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads facts about axes, and passes over all others without looking into them: most bytes are payloads. */
final class FactReader {
    private static final Logger LOG = LoggerFactory.getLogger(FactReader.class);
    private static final byte[] MARK = "\"event\":{\"type\":\"".getBytes(StandardCharsets.UTF_8);
    private static final byte[] MOVED = "Moved\"".getBytes(StandardCharsets.UTF_8);
    private static final byte[] RESCHEDULED = "Rescheduled\"".getBytes(StandardCharsets.UTF_8);

    private FactReader() {}

    static Optional<AxisFact> read(byte @Nullable [] value) {
        if (value == null || !mayBeAboutAnAxis(value)) {
            return Optional.empty();
        }
        try {
            return AxisFact.of(Formats.EVENTS.read(value));
        } catch (UnreadableException e) {
            LOG.atDebug().setCause(e).log("skipped an unreadable fact");
            return Optional.empty();
        }
    }

    /** Within a JSON string the mark's quotes would be escaped, so that nobody's data can look like it. */
    private static boolean mayBeAboutAnAxis(byte[] value) {
        for (int at = 0; at + MARK.length <= value.length; at++) {
            if (startsWith(value, at, MARK)) {
                int type = at + MARK.length;
                return startsWith(value, type, MOVED) || startsWith(value, type, RESCHEDULED);
            }
        }
        // Written in another way than ours.
        return true;
    }

    private static boolean startsWith(byte[] value, int at, byte[] part) {
        if (at + part.length > value.length) {
            return false;
        }
        for (int i = 0; i < part.length; i++) {
            if (value[at + i] != part[i]) {
                return false;
            }
        }
        return true;
    }
}
