package dev.odradek.standalone.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Keeps the ledgers of the newest runs and removes the older ones. */
final class OldRuns {
    private OldRuns() {}

    /** Run names grow with time, so their order is their age. */
    static void trim(Path runs, int keep) throws IOException {
        List<Path> newestFirst;
        try (Stream<Path> all = Files.list(runs)) {
            newestFirst = all.sorted(Comparator.reverseOrder()).toList();
        }
        newestFirst.stream().skip(keep).forEach(OldRuns::delete);
    }

    private static void delete(Path run) {
        try (Stream<Path> inside = Files.walk(run)) {
            for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
