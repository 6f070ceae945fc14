package dev.odradek.stages.bench.proxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory for a while; it is gone when closed, whatever is in it. */
record Staging(Path dir) implements AutoCloseable {
    /** What was left there when a process died goes first. */
    static Staging in(Path root, String name) throws IOException {
        Staging staging = new Staging(root.resolve(name));
        staging.close();
        Files.createDirectories(staging.dir);
        return staging;
    }

    void write(String name, String content) throws IOException {
        if (!RunRequest.isSafe(name)) {
            throw new IOException("a file's name must be letters, digits, dots, dashes and underscores, was " + name);
        }
        Files.writeString(dir.resolve(name), content);
    }

    @Override
    public void close() {
        try {
            removeAll(dir);
        } catch (IOException e) {
            throw new UncheckedIOException("the staging directory could not be removed (" + e.getMessage() + ")", e);
        }
    }

    private static void removeAll(Path dir) throws IOException {
        if (!Files.exists(dir)) {
            return;
        }
        List<Path> deepestFirst;
        try (Stream<Path> all = Files.walk(dir)) {
            deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : deepestFirst) {
            Files.deleteIfExists(each);
        }
    }
}
