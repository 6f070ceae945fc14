package dev.odradek.standalone.cli;

import dev.odradek.topics.format.Json;
import java.io.PrintWriter;
import java.util.function.Supplier;

/** Prints what a verb found, for people or for programs. */
final class Out {
    private final PrintWriter writer;
    private final boolean json;

    Out(PrintWriter writer, boolean json) {
        this.writer = writer;
        this.json = json;
    }

    boolean isJson() {
        return json;
    }

    /** Either the value as JSON or the words. */
    void show(Object value, Supplier<String> words) {
        if (json) {
            writer.println(Json.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(value));
        } else {
            writer.println(words.get().stripTrailing());
        }
        writer.flush();
    }

    /** Words only people need; programs see nothing. */
    void say(String words) {
        if (!json) {
            writer.println(words);
            writer.flush();
        }
    }

    PrintWriter writer() {
        return writer;
    }
}
