package dev.odradek.standalone.cli;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** A line that changes as things go on: redrawn on a terminal, printed at most once a second elsewhere. */
final class LiveLine {
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(1);

    private final Out out;
    private final boolean terminal = Terminal.isThere();
    private final LongSupplier nanos;
    private long lastLine;
    private long lastTenth;
    private String last = "";

    /** @param first how long to wait before the first line is printed */
    LiveLine(Out out, Duration first) {
        this(out, first, System::nanoTime);
    }

    LiveLine(Out out, Duration first, LongSupplier nanos) {
        this.out = out;
        this.nanos = nanos;
        this.lastLine = nanos.getAsLong() - BETWEEN_LINES.minus(first).toNanos();
    }

    private boolean isDue() {
        return !out.isJson() && nanos.getAsLong() - lastLine >= BETWEEN_LINES.toNanos();
    }

    /** Where nobody looks, one line for each tenth of the way does. */
    void drawPart(long done, long total, Supplier<String> line) {
        long tenth = total <= 0 ? 10 : 10 * done / total;
        if (isDue() && (terminal || tenth > lastTenth)) {
            lastTenth = tenth;
            draw(line.get(), false);
        }
    }

    void draw(String line, boolean ended) {
        if (out.isJson() || (line.equals(last) && !ended)) {
            return;
        }
        if (terminal) {
            out.writer().print("\r" + line + " ".repeat(Math.max(0, last.length() - line.length())));
            out.writer().flush();
            last = line;
            lastLine = nanos.getAsLong();
            if (ended) {
                end();
            }
        } else if (ended || isDue()) {
            out.say(line);
            last = line;
            lastLine = nanos.getAsLong();
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
