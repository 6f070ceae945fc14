package dev.odradek.topics.format;

/**
 * Tells text from what only looks like it: half a character (an unpaired surrogate) has no UTF-8, so that whoever
 * stores or prints it changes it without a word.
 */
public final class WholeText {
    /** A backslash, u and four digits. */
    private static final int ESCAPE = 6;

    private WholeText() {}

    public static boolean isWhole(String text) {
        return mended(text).equals(text);
    }

    /** The text with a replacement character where half of one stood. */
    public static String mended(String text) {
        StringBuilder whole = new StringBuilder(text.length());
        text.codePoints().forEach(each -> whole.appendCodePoint(isHalf(each) ? 0xFFFD : each));
        return whole.toString();
    }

    /** The same of JSON as our mapper writes it: whole characters as they are, halves escaped. */
    public static boolean isWhole(byte[] json) {
        int at = 0;
        while (at < json.length) {
            if (json[at] != '\\') {
                at++;
            } else if (!isHalf(escaped(json, at))) {
                at += 2;
            } else if (Character.isHighSurrogate((char) escaped(json, at))
                    && Character.isLowSurrogate((char) escaped(json, at + ESCAPE))) {
                at += 2 * ESCAPE;
            } else {
                return false;
            }
        }
        return true;
    }

    private static boolean isHalf(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    /** The character that is escaped by its number here; 0 if none is. */
    private static int escaped(byte[] json, int at) {
        if (at + ESCAPE > json.length || json[at] != '\\' || json[at + 1] != 'u') {
            return 0;
        }
        int character = 0;
        for (int i = at + 2; i < at + ESCAPE; i++) {
            character = character * 16 + Character.digit(json[i], 16);
        }
        return character;
    }
}
