package dev.odradek.standalone.cli;

import dev.odradek.standalone.client.Bell;
import dev.odradek.standalone.client.Complaint;
import dev.odradek.standalone.service.StopWish;
import dev.odradek.topics.format.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Shows something for as long as somebody looks: again at once when it may have changed, but at most five times a
 * second, and every two seconds in case nobody told.
 */
final class Watching {
    private static final Duration LISTEN = Duration.ofMillis(50);
    private static final long BETWEEN = Duration.ofMillis(200).toNanos();
    private static final long ANYWAY = Duration.ofSeconds(2).toNanos();
    private static final String HOME = "\u001b[H";
    private static final String CLEAR_LINE = "\u001b[K";
    private static final String CLEAR_REST = "\u001b[J";

    private final Out out;
    private final Bell bell;
    private final Function<JsonNode, String> words;
    private String shown = "";

    Watching(Out out, Bell bell, Function<JsonNode, String> words) {
        this.out = out;
        this.bell = bell;
        this.words = words;
    }

    /** Returns when it is told to stop. */
    void from(JsonNode first, Supplier<JsonNode> look) {
        try (StopWish stop = StopWish.endingWell()) {
            show(first);
            long last = System.nanoTime();
            while (!stop.within(LISTEN)) {
                long since = System.nanoTime() - last;
                if (since > ANYWAY || (since > BETWEEN && bell.rung())) {
                    lookAgain(look);
                    last = System.nanoTime();
                }
            }
        }
    }

    private void lookAgain(Supplier<JsonNode> look) {
        JsonNode found;
        try {
            found = look.get();
        } catch (Complaint e) {
            // Whoever watches wants to see it come back.
            if (!out.isJson()) {
                draw(e.sentence() + "\n");
            }
            return;
        }
        show(found);
    }

    private void show(JsonNode found) {
        if (out.isJson()) {
            line(Json.mapper().writeValueAsString(found));
        } else {
            draw(words.apply(found));
        }
    }

    /** For programs: one line per change. */
    private void line(String json) {
        if (!json.equals(shown)) {
            shown = json;
            out.writer().println(json);
            out.writer().flush();
        }
    }

    private void draw(String text) {
        if (text.equals(shown)) {
            return;
        }
        boolean again = !shown.isEmpty();
        shown = text;
        if (!Terminal.isThere()) {
            out.say((again ? "\n" : "") + text.stripTrailing());
            return;
        }
        String screen = text + "Changed at " + Instant.now().truncatedTo(ChronoUnit.SECONDS) + "; Ctrl-C ends this.\n";
        out.writer().print(HOME + (again ? "" : CLEAR_REST) + fitted(screen) + CLEAR_REST);
        out.writer().flush();
    }

    /** A line that wraps, or one below the last row, would move all that is drawn next. */
    private static String fitted(String screen) {
        List<String> lines = screen.lines().toList();
        int room = Terminal.rows() - 2;
        String head = lines.stream()
                .limit(room)
                .map(line -> Table.cut(line, Terminal.columns()) + CLEAR_LINE + "\n")
                .collect(Collectors.joining());
        return lines.size() <= room ? head : head + "… and more than fits here; lower --limit." + CLEAR_LINE + "\n";
    }
}
