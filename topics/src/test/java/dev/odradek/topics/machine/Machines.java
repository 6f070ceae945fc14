package dev.odradek.topics.machine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The machines of system A, from {@code src/test/resources/machines}. */
public final class Machines {
    private Machines() {}

    public static Machine named(String file) {
        return MachineReader.read(MachineYaml.parse(yaml(file)));
    }

    public static String yaml(String file) {
        try (InputStream in = Machines.class.getResourceAsStream("/machines/" + file + ".yaml")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
