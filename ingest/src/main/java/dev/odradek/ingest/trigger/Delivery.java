package dev.odradek.ingest.trigger;

import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One request to a webhook as it came, before anybody believes it.
 *
 * @param headers by lower-case name
 * @param body the bytes as they were signed
 * @param near whether it came from this machine itself
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record Delivery(Map<String, String> headers, byte[] body, Instant at, boolean near) {

    Optional<String> header(String name) {
        @Nullable String value = headers.get(name.toLowerCase(Locale.ROOT));
        return Optional.ofNullable(value).map(String::strip).filter(each -> !each.isEmpty());
    }
}
