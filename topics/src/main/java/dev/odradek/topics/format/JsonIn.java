package dev.odradek.topics.format;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON as we write it ourselves: no white space, plain characters, small whole numbers.
 *
 * <p>Whatever else is there is {@link Unusual}, and for Jackson to read or to refuse.
 */
final class JsonIn {
    /** Far from the limits, which only Jackson keeps. */
    private static final int DEEPEST = 64;

    private static final int MOST_DIGITS = 18;
    private static final int LONGEST_TEXT = 1_000_000;

    private final byte[] bytes;
    private int at;

    /** Not as we write it; thrown often where others write, so without a trace. */
    static final class Unusual extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unusual() {
            super("not as we write it", null, false, false);
        }
    }

    JsonIn(byte[] bytes) {
        this.bytes = bytes;
    }

    boolean isAtEnd() {
        return at == bytes.length;
    }

    /** Whether this comes next; if so, it is passed. */
    boolean take(byte[] token) {
        int end = at + token.length;
        // Most that differ do so at their end: names of fields are of different lengths.
        if (end > bytes.length
                || bytes[end - 1] != token[token.length - 1]
                || !Arrays.equals(bytes, at, end, token, 0, token.length)) {
            return false;
        }
        at = end;
        return true;
    }

    boolean take(char ascii) {
        boolean there = at < bytes.length && bytes[at] == ascii;
        at += there ? 1 : 0;
        return there;
    }

    void pass(char ascii) {
        if (!take(ascii)) {
            throw new Unusual();
        }
    }

    void pass(byte[] token) {
        if (!take(token)) {
            throw new Unusual();
        }
    }

    String text() {
        String text = plainText();
        if (text == null) {
            throw new Unusual();
        }
        return text;
    }

    /** The string that comes next; absent if something else does, or one that is not plain. */
    @Nullable String plainText() {
        if (!take('"')) {
            return null;
        }
        int from = at;
        int to = from;
        while (to < bytes.length && bytes[to] != '"') {
            // What is not plain ASCII is negative.
            if (bytes[to] < ' ' || bytes[to] == '\\') {
                return null;
            }
            to++;
        }
        at = to;
        return to - from <= LONGEST_TEXT && take('"') ? new String(bytes, from, to - from, ISO_8859_1) : null;
    }

    /** What comes next, or zero at the end. */
    byte peek() {
        return at < bytes.length ? bytes[at] : 0;
    }

    int place() {
        return at;
    }

    void backTo(int place) {
        at = place;
    }

    long number() {
        boolean negative = take('-');
        int from = at;
        long number = 0;
        while (at < bytes.length && bytes[at] >= '0' && bytes[at] <= '9') {
            number = 10 * number + bytes[at++] - '0';
            if (at - from > MOST_DIGITS) {
                throw new Unusual();
            }
        }
        boolean zero = bytes.length > from && bytes[from] == '0';
        if (at == from || (zero && (negative || at > from + 1))) {
            throw new Unusual();
        }
        return negative ? -number : number;
    }

    /** The bytes of whatever value comes next; that it is one is for its reader to find. */
    byte[] value() {
        int from = at;
        int depth = 0;
        do {
            if (at >= bytes.length) {
                throw new Unusual();
            }
            byte next = bytes[at];
            if (next == 0) {
                // A parser that is given this part alone would take it for another encoding.
                throw new Unusual();
            }
            if (next == '"') {
                passString();
            } else {
                depth += next == '{' || next == '[' ? 1 : next == '}' || next == ']' ? -1 : 0;
                at++;
            }
            if (depth < 0 || depth > DEEPEST) {
                throw new Unusual();
            }
        } while (depth > 0 || !isDelimiter());
        return Arrays.copyOfRange(bytes, from, at);
    }

    private void passString() {
        at++;
        while (at < bytes.length && bytes[at] != '"') {
            at += bytes[at] == '\\' ? 2 : 1;
        }
        at++;
    }

    private boolean isDelimiter() {
        return at >= bytes.length || bytes[at] == ',' || bytes[at] == '}' || bytes[at] == ']';
    }
}
