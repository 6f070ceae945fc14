package dev.odradek.standalone.cli;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** Times and ages as people read them. */
final class Times {
    private Times() {}

    static String seconds(JsonNode millis) {
        return at(millis).truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** The time of today, the day of what is older: for tables that must fit. */
    static String brief(JsonNode millis, long now) {
        String text = seconds(millis);
        String today = Instant.ofEpochMilli(now).toString().substring(0, 10);
        return text.startsWith(today) ? text.substring(11) : text.substring(0, 10);
    }

    /** To the millisecond, always as wide. */
    static String exactly(JsonNode millis) {
        String text = at(millis).truncatedTo(ChronoUnit.MILLIS).toString();
        return text.contains(".") ? text : text.replace("Z", ".000Z");
    }

    /** Rounded down, in its largest unit: 4s, 12m, 3h, 9d; what is not there has no age. */
    static String age(JsonNode millis, long now) {
        if (millis.isMissingNode() || millis.isNull()) {
            return "-";
        }
        long seconds = Math.max(0, now - millis.asLong()) / 1000;
        if (seconds < 60) return seconds + "s";
        if (seconds < 3_600) return seconds / 60 + "m";
        if (seconds < 2 * 86_400) return seconds / 3_600 + "h";
        return seconds / 86_400 + "d";
    }

    /** A rate with as many digits as it has meaning. */
    static String rate(JsonNode perMinute) {
        double rate = perMinute.asDouble(0);
        return rate == 0 ? "0" : String.format(Locale.ROOT, rate < 10 ? "%.1f" : "%.0f", rate);
    }

    private static Instant at(JsonNode millis) {
        return Instant.ofEpochMilli(millis.asLong());
    }
}
