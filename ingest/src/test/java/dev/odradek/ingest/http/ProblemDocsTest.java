package dev.odradek.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every error code is in the module's README with its status, and some test on a real broker gets to see it. */
class ProblemDocsTest {
    private static final String README = read(Path.of("README.md"));
    private static final String TESTS = tests();

    @ParameterizedTest
    @EnumSource(Problem.class)
    void isDocumented(Problem problem) {
        assertThat(README).contains("\n| `" + problem.code() + "` | " + problem.status() + " |");
    }

    @ParameterizedTest
    @EnumSource(Problem.class)
    void isTested(Problem problem) {
        assertThat(TESTS.contains("\"" + problem.code() + "\""))
                .as("a test that gets " + problem.code())
                .isTrue();
    }

    @Test
    void nothingElseIsDocumented() {
        List<String> codes = Stream.of(Problem.values()).map(Problem::code).toList();

        assertThat(README.lines()
                        .filter(line -> line.matches("\\| `[a-z_]+` \\| \\d{3} \\|.*"))
                        .map(line -> line.substring(3, line.indexOf('`', 3))))
                .containsExactlyInAnyOrderElementsOf(codes);
    }

    private static String tests() {
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            return files.filter(file -> file.toString().endsWith("IT.java"))
                    .map(ProblemDocsTest::read)
                    .collect(Collectors.joining("\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
