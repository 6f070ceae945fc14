package dev.odradek.standalone.cli;

/** What the launcher found out about where the words go. */
final class Terminal {
    private static final int ANY = Integer.MAX_VALUE;

    private Terminal() {}

    /** Whether somebody looks at it, so that lines can be drawn again. */
    static boolean isThere() {
        return Boolean.getBoolean("odradek.terminal");
    }

    /** How wide a line may be; a file takes any. */
    static int columns() {
        return size("odradek.columns");
    }

    static int rows() {
        return size("odradek.rows");
    }

    private static int size(String property) {
        int size = Integer.getInteger(property, 0);
        return isThere() && size > 0 ? size : ANY;
    }
}
