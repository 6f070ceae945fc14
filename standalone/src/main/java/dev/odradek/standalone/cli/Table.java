package dev.odradek.standalone.cli;

import java.util.ArrayList;
import java.util.List;

/** Rows of text in columns as wide as they need to be; the last gives way where the terminal is too narrow. */
final class Table {
    /** Less of the last column says nothing; then a line is rather too long. */
    private static final int LEAST = 12;

    private final List<List<String>> rows = new ArrayList<>();

    Table(String... head) {
        rows.add(List.of(head));
    }

    Table row(Object... cells) {
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(oneLine(String.valueOf(cell)));
        }
        rows.add(row);
        return this;
    }

    @Override
    public String toString() {
        return within(Terminal.columns());
    }

    String within(int width) {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        rows.forEach(row -> {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        });
        int before = 0;
        for (int i = 0; i < columns - 1; i++) {
            before += widths[i] + 2;
        }
        int room = Math.max(LEAST, width - before);
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns - 1; i++) {
                line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
            }
            line.append(cut(row.get(columns - 1), room));
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    /** As much as fits, and a sign that there is more. */
    static String cut(String text, int room) {
        return text.length() <= room ? text : text.substring(0, room - 1) + "…";
    }

    /** A message of many lines must not break a row, nor a control character the terminal. */
    static String oneLine(String text) {
        return text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
    }
}
