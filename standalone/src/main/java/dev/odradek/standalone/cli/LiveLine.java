package dev.odradek.standalone.cli;

import java.time.Duration;

/** A line that changes as things go on: redrawn on a terminal, printed at most once a second elsewhere. */
final class LiveLine {
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(1);

    private final Out out;
    private final boolean terminal = Terminal.isThere();
    private long lastLine;
    private String last = "";

    /** @param first how long to wait before the first line is printed */
    LiveLine(Out out, Duration first) {
        this.out = out;
        this.lastLine = System.nanoTime() - BETWEEN_LINES.minus(first).toNanos();
    }

    /** Whether a line would be printed now, for those to whom the line itself is work. */
    boolean isDue() {
        return !out.isJson() && System.nanoTime() - lastLine >= BETWEEN_LINES.toNanos();
    }

    void draw(String line, boolean ended) {
        if (out.isJson() || (line.equals(last) && !ended)) {
            return;
        }
        if (terminal) {
            out.writer().print("\r" + line + " ".repeat(Math.max(0, last.length() - line.length())));
            out.writer().flush();
            last = line;
            lastLine = System.nanoTime();
            if (ended) {
                end();
            }
        } else if (ended || isDue()) {
            out.say(line);
            last = line;
            lastLine = System.nanoTime();
        }
    }

    /** Leaves the line that was being redrawn. */
    void end() {
        if (terminal && !last.isEmpty()) {
            out.writer().println();
        }
        last = "";
    }
}
