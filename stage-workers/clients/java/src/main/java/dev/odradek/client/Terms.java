package dev.odradek.client;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a processor keeps time; the first four may be set from outside, as in {@code ODRADEK_PROCESSOR_LEASE=5m}.
 *
 * @param lease the longest to go on without a renewed lease; the machine's own counts if it is shorter
 * @param heartbeat how often a lease is renewed; sooner if it is shorter than three of these
 * @param pollBackstop how long a quiet queue is trusted without looking
 * @param sseRetry how long after a dropped stream it is opened again
 * @param presence how often the worker says that it is there
 * @param silence after how long without that others get its work, unless the service says otherwise
 * @param fenceMargin how long before that it stops by itself
 * @param drain how long a stop waits for what is running
 */
public record Terms(
        Duration lease,
        Duration heartbeat,
        Duration pollBackstop,
        Duration sseRetry,
        Duration presence,
        Duration silence,
        Duration fenceMargin,
        Duration drain) {
    public static final Terms DEFAULT = new Terms(
            Duration.ofMinutes(30),
            Duration.ofSeconds(60),
            Duration.ofSeconds(30),
            Duration.ofSeconds(5),
            Duration.ofSeconds(2),
            Duration.ofSeconds(8),
            Duration.ofSeconds(2),
            Duration.ofSeconds(30));

    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

    public Terms {
        positive("lease", lease);
        positive("heartbeat", heartbeat);
        positive("poll_backstop", pollBackstop);
        positive("sse_retry", sseRetry);
        positive("presence", presence);
        if (silence.minus(fenceMargin).compareTo(presence) <= 0) {
            throw new IllegalArgumentException("odradek.processor.silence less its fence_margin must be longer than"
                    + " presence (" + presence.toMillis() + " ms), was "
                    + silence.minus(fenceMargin).toMillis() + " ms");
        }
    }

    public Terms heartbeat(Duration every) {
        return new Terms(lease, every, pollBackstop, sseRetry, presence, silence, fenceMargin, drain);
    }

    public Terms pollBackstop(Duration every) {
        return new Terms(lease, heartbeat, every, sseRetry, presence, silence, fenceMargin, drain);
    }

    public Terms sseRetry(Duration after) {
        return new Terms(lease, heartbeat, pollBackstop, after, presence, silence, fenceMargin, drain);
    }

    public Terms drain(Duration atMost) {
        return new Terms(lease, heartbeat, pollBackstop, sseRetry, presence, silence, fenceMargin, atMost);
    }

    /**
     * As long after its last word as the worker may go on.
     *
     * @param said the silence that the service allows, if it says so
     */
    Duration reach(@Nullable Duration said) {
        if (said == null) {
            return silence.minus(fenceMargin);
        }
        Duration quarter = said.dividedBy(4);
        return said.minus(fenceMargin.compareTo(quarter) < 0 ? fenceMargin : quarter);
    }

    /** With what the environment says instead. */
    Terms with(Map<String, String> environment) {
        return new Terms(
                duration(environment, "LEASE", lease),
                duration(environment, "HEARTBEAT", heartbeat),
                duration(environment, "POLL_BACKSTOP", pollBackstop),
                duration(environment, "SSE_RETRY", sseRetry),
                presence,
                silence,
                fenceMargin,
                drain);
    }

    private static Duration duration(Map<String, String> environment, String name, Duration fallback) {
        String text = environment.get("ODRADEK_PROCESSOR_" + name);
        if (text == null) {
            return fallback;
        }
        Matcher parts = DURATION.matcher(text.strip());
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "ODRADEK_PROCESSOR_" + name + " must be a duration such as 500ms, 30s or 5m, was \"" + text + "\"");
        }
        long count = Long.parseLong(parts.group(1));
        return switch (parts.group(2)) {
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
    }

    private static void positive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(
                    "odradek.processor." + name + " must be longer than 0, was " + value.toMillis() + " ms");
        }
    }
}
