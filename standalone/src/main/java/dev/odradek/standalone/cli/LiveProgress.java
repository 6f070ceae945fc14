package dev.odradek.standalone.cli;

import dev.odradek.standalone.demo.Demo;
import dev.odradek.standalone.demo.Progress.Snapshot;
import java.time.Duration;
import java.util.stream.Collectors;

/** Tells a run as it goes, in one line. */
final class LiveProgress implements Demo.Narrator {
    private final Out out;
    private final LiveLine line;

    LiveProgress(Out out) {
        this.out = out;
        this.line = new LiveLine(out, Duration.ZERO);
    }

    @Override
    public void say(String sentence) {
        endLine();
        out.say(sentence);
    }

    @Override
    public void progress(Snapshot now, int items) {
        String text = now.stages().stream()
                .map(stage -> stage.stage() + " " + stage.done() + "/" + items
                        + (stage.working() > 0 ? " (" + stage.working() + " at work)" : ""))
                .collect(Collectors.joining("   ", "  ", ""));
        line.draw(text, now.done() >= items);
    }

    /** Leaves the line that was being redrawn. */
    void endLine() {
        line.end();
    }
}
