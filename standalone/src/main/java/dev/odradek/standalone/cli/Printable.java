package dev.odradek.standalone.cli;

/** Text that may hold what anybody typed or posted, so that it does nothing to a terminal but stand there. */
final class Printable {
    private Printable() {}

    /** Whatever moves the cursor, changes colours or breaks the line is shown by its escape. */
    static String of(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(each -> {
            switch (each) {
                case '\n' -> shown.append("\\n");
                case '\r' -> shown.append("\\r");
                case '\t' -> shown.append("\\t");
                default -> append(shown, each);
            }
        });
        return shown.toString();
    }

    private static void append(StringBuilder shown, int codePoint) {
        if (isActive(codePoint)) {
            shown.append(String.format("\\u%04x", codePoint));
        } else {
            shown.appendCodePoint(codePoint);
        }
    }

    private static boolean isActive(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE ->
                true;
            // Those that turn the direction of writing; others of their kind join letters and emoji.
            case Character.FORMAT ->
                (codePoint >= 0x202a && codePoint <= 0x202e) || (codePoint >= 0x2066 && codePoint <= 0x2069);
            default -> false;
        };
    }
}
