package dev.odradek.standalone.cli;

import java.time.Duration;

/** One line that tells how far something is: drawn again on a terminal, a line per second elsewhere. */
final class LiveLine {
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(1);

    private final Out out;
    private long lastLine = System.nanoTime() - BETWEEN_LINES.toNanos();
    private String last = "";

    LiveLine(Out out) {
        this.out = out;
    }

    /** @param ended the last of its kind, which is always shown and stays */
    void show(String line, boolean ended) {
        if (out.isJson() || (line.equals(last) && !ended)) {
            return;
        }
        if (Terminal.isThere()) {
            out.writer().print("\r" + line + " ".repeat(Math.max(0, last.length() - line.length())));
            out.writer().flush();
            last = line;
            if (ended) {
                end();
            }
        } else if (ended || System.nanoTime() - lastLine >= BETWEEN_LINES.toNanos()) {
            lastLine = System.nanoTime();
            out.say(line);
            last = line;
        }
    }

    /** Leaves the line that was being redrawn. */
    void end() {
        if (Terminal.isThere() && !last.isEmpty()) {
            out.writer().println();
        }
        last = "";
    }
}
