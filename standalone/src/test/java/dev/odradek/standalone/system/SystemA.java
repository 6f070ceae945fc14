package dev.odradek.standalone.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The machines of system A, where the contract keeps them for its own tests. */
final class SystemA {
    private static final Path MACHINES = Path.of("..", "topics", "src", "test", "resources", "machines");

    private SystemA() {}

    static String yaml(String file) {
        try {
            return Files.readString(MACHINES.resolve(file + ".yaml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
