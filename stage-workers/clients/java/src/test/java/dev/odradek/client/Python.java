package dev.odradek.client;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** The Python of this machine, or a visibly skipped test. */
final class Python {
    /** What lets it find the client. */
    static final Map<String, String> ENVIRONMENT = Map.of(
            "PYTHONPATH",
            Path.of("..", "python").toAbsolutePath().normalize().toString(),
            "PYTHONDONTWRITEBYTECODE",
            "1");

    private Python() {}

    /** The interpreter; without one of version 3.9 or later the test is skipped, and says so. */
    static String required() {
        Optional<String> found = find();
        Assumptions.assumeTrue(found.isPresent(), "skipped: there is no python3 of version 3.9 or later on PATH");
        return found.orElseThrow();
    }

    private static Optional<String> find() {
        try {
            Process asked = new ProcessBuilder(
                            "python3", "-c", "import sys; sys.exit(0 if sys.version_info >= (3, 9) else 1)")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return asked.waitFor(30, TimeUnit.SECONDS) && asked.exitValue() == 0
                    ? Optional.of("python3")
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
