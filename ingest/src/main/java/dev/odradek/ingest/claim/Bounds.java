package dev.odradek.ingest.claim;

import dev.odradek.ingest.http.Problem;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What workers may send: everything else is a bad request that says what was expected. */
final class Bounds {
    private static final int LONGEST_NAME = 200;
    /** What a topic's name allows; its length is what is left of 249 beside the longest prefix and lane. */
    private static final Pattern QUEUE = Pattern.compile("[A-Za-z0-9._-]{1,150}");

    private Bounds() {}

    static String queue(String name) {
        if (!QUEUE.matcher(name).matches()) {
            throw Problem.BAD_REQUEST.because("A queue's name must hold 1 to 150 of A-Z, a-z, 0-9, dot, _ and -, was \""
                    + shortened(name) + "\".");
        }
        return name;
    }

    static String name(String field, @Nullable String value) {
        if (value == null) {
            throw Problem.BAD_REQUEST.because(field + " must be there; name it in the body.");
        }
        if (value.isBlank() || value.length() > LONGEST_NAME || value.chars().anyMatch(Character::isISOControl)) {
            throw Problem.BAD_REQUEST.because(field + " must have 1 to " + LONGEST_NAME
                    + " characters, not all of them blank and none a control character, was \"" + shortened(value)
                    + "\".");
        }
        return value;
    }

    /** A worker's name must fit into the path of its beats, in which servers take no slash even if it is escaped. */
    static String worker(@Nullable String value) {
        String worker = name("worker", value);
        if (worker.indexOf('/') >= 0 || worker.indexOf('\\') >= 0 || worker.equals(".") || worker.equals("..")) {
            throw Problem.BAD_REQUEST.because("worker may hold every character but /, \\ and control characters, and"
                    + " not be . or .., for it must be able to beat at /v1/workers/{worker}/beat, was \""
                    + shortened(worker) + "\".");
        }
        return worker;
    }

    static @Nullable String optionalName(String field, @Nullable String value) {
        return value == null ? null : name(field, value);
    }

    static int within(String field, @Nullable Integer value, int usual, int least, int most) {
        int found = value == null ? usual : value;
        if (found < least || found > most) {
            throw Problem.BAD_REQUEST.because(
                    field + " must be between " + least + " and " + most + ", was " + found + ".");
        }
        return found;
    }

    private static String shortened(String text) {
        return text.length() <= 60 ? text : text.substring(0, 60) + "…";
    }
}
