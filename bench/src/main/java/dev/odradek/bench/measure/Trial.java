package dev.odradek.bench.measure;

import dev.odradek.bench.figure.Row;
import java.nio.file.Path;
import java.util.Optional;

/** Something that fills one row, once in every repeat. */
public interface Trial {

    /** The row as yet empty. */
    Row row();

    /** Why it cannot be made here, if it cannot. */
    Optional<String> missing();

    /** Adds the figures of one repeat; the directory is empty, and its own. */
    void run(Sheet sheet, Path dir) throws Exception;
}
