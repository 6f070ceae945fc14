package dev.odradek.bench.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds a JDK 25 or later for those who need one. */
final class Jdk25 {
    private static final List<Path> USUAL = List.of(
            Path.of("/usr/lib/jvm"),
            Path.of("/opt"),
            Path.of("/Library/Java/JavaVirtualMachines"),
            Path.of(System.getProperty("user.home"), ".sdkman", "candidates", "java"));

    private Jdk25() {}

    /** Its program {@code java}: that of ODRADEK_BENCH_JDK25, our own if new enough, or one of a usual place. */
    static Optional<Path> java() {
        String named = System.getenv("ODRADEK_BENCH_JDK25");
        if (named != null) {
            return Optional.of(program(Path.of(named))).filter(Files::isExecutable);
        }
        if (Runtime.version().feature() >= 25) {
            return Optional.of(program(Path.of(System.getProperty("java.home"))));
        }
        return USUAL.stream()
                .flatMap(Jdk25::below)
                .filter(Jdk25::isNew)
                .map(Jdk25::program)
                .findFirst();
    }

    private static Path program(Path home) {
        return home.resolve("bin").resolve("java");
    }

    private static Stream<Path> below(Path place) {
        try (Stream<Path> found = Files.list(place)) {
            return found.flatMap(home -> Stream.of(home, home.resolve("Contents/Home"))).toList().stream();
        } catch (IOException absent) {
            return Stream.empty();
        }
    }

    private static boolean isNew(Path home) {
        try {
            return Files.isExecutable(program(home))
                    && Files.readString(home.resolve("release"))
                            .lines()
                            .filter(line -> line.startsWith("JAVA_VERSION="))
                            .map(line -> line.replaceAll("\\D*(\\d+).*", "$1"))
                            .anyMatch(version -> Integer.parseInt(version) >= 25);
        } catch (IOException | NumberFormatException unknown) {
            return false;
        }
    }
}
