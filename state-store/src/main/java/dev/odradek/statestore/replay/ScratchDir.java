package dev.odradek.statestore.replay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory for a while: it is gone when it is closed, and also when the process is told to end before. */
final class ScratchDir implements AutoCloseable {
    private final Path path;
    private final Thread atEnd;

    private ScratchDir(Path path) {
        this.path = path;
        this.atEnd = new Thread(() -> delete(path), "rehearsal-scratch");
    }

    static ScratchDir make() {
        try {
            ScratchDir made = new ScratchDir(Files.createTempDirectory("odradek-rehearsal-"));
            Runtime.getRuntime().addShutdownHook(made.atEnd);
            return made;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path path() {
        return path;
    }

    /** What cannot be deleted is left to whoever tidies the directory of temporary files. */
    static void delete(Path dir) {
        List<Path> all;
        try (Stream<Path> found = Files.walk(dir)) {
            all = found.sorted(Comparator.reverseOrder()).toList();
        } catch (IOException | UncheckedIOException e) {
            return;
        }
        for (Path each : all) {
            each.toFile().delete();
        }
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(atEnd);
        delete(path);
    }
}
