package dev.odradek.standalone.cli;

import dev.odradek.standalone.demo.Demo;
import dev.odradek.standalone.demo.Progress.Snapshot;
import java.time.Duration;
import java.util.stream.Collectors;

/** Tells a run as it goes: one line that is redrawn on a terminal, a line per second elsewhere. */
final class LiveProgress implements Demo.Narrator {
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(1);

    private final Out out;
    private final boolean terminal = Boolean.getBoolean("odradek.terminal");
    private final long started = System.nanoTime();
    private long lastLine = started - BETWEEN_LINES.toNanos();
    private String last = "";

    LiveProgress(Out out) {
        this.out = out;
    }

    @Override
    public void say(String sentence) {
        endLine();
        out.say(sentence);
    }

    @Override
    public void progress(Snapshot now, int items) {
        String line = now.stages().stream()
                .map(stage -> stage.stage() + " " + stage.done() + "/" + items
                        + (stage.working() > 0 ? " (" + stage.working() + " at work)" : ""))
                .collect(Collectors.joining("   ", "  ", ""));
        boolean ended = now.done() >= items;
        if (out.isJson() || (line.equals(last) && !ended)) {
            return;
        }
        if (terminal) {
            out.writer().print("\r" + line + " ".repeat(Math.max(0, last.length() - line.length())));
            out.writer().flush();
            last = line;
            if (ended) {
                endLine();
            }
        } else if (ended || System.nanoTime() - lastLine >= BETWEEN_LINES.toNanos()) {
            lastLine = System.nanoTime();
            out.say(line);
            last = line;
        }
    }

    /** Leaves the line that was being redrawn. */
    void endLine() {
        if (terminal && !last.isEmpty()) {
            out.writer().println();
        }
        last = "";
    }
}
