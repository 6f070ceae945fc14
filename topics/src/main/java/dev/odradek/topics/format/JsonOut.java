package dev.odradek.topics.format;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import tools.jackson.databind.json.JsonMapper;

/** A growing array of bytes that JSON is written to; what is rare in it is left to Jackson, byte for byte. */
final class JsonOut {
    private static final int ROOMY = 64 * 1024;
    private static final int LONGEST_NUMBER = 20;
    private static final int MOST_DIGITS = 19;

    private byte[] bytes = new byte[1024];
    private int size;

    /** Forgets what was written; a large array is not kept for the next record, which is likely to be small. */
    void clear() {
        size = 0;
        if (bytes.length > ROOMY) {
            bytes = new byte[1024];
        }
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    void write(byte[] token) {
        room(token.length);
        System.arraycopy(token, 0, bytes, size, token.length);
        size += token.length;
    }

    void write(char ascii) {
        room(1);
        bytes[size++] = (byte) ascii;
    }

    void write(long number) {
        room(LONGEST_NUMBER);
        if (number < 0) {
            // Also the one number whose negative is none.
            write(Long.toString(number).getBytes(ISO_8859_1));
            return;
        }
        int from = size;
        size += digits(number);
        long left = number;
        for (int at = size - 1; at >= from; at--) {
            long tenth = left / 10;
            bytes[at] = (byte) ('0' + (left - 10 * tenth));
            left = tenth;
        }
    }

    private static int digits(long number) {
        int digits = 1;
        for (long bound = 10; number >= bound && digits < MOST_DIGITS; bound *= 10) {
            digits++;
        }
        return digits;
    }

    /** A string in quotes. */
    void write(String text, JsonMapper rare) {
        int length = text.length();
        room(length + 2);
        int at = size;
        bytes[at++] = '"';
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                write(rare.writeValueAsBytes(text));
                return;
            }
            bytes[at++] = (byte) c;
        }
        bytes[at++] = '"';
        size = at;
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        }
    }
}
