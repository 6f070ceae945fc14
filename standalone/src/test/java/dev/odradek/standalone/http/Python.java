package dev.odradek.standalone.http;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** The Python of this machine and the client in it, or a visibly skipped test. */
final class Python {
    static final Path CLIENTS =
            Path.of("..", "stage-workers", "clients").toAbsolutePath().normalize();

    static final Map<String, String> ENVIRONMENT =
            Map.of("PYTHONPATH", CLIENTS.resolve("python").toString(), "PYTHONDONTWRITEBYTECODE", "1");

    private Python() {}

    /** The interpreter; without one of version 3.9 or later the test is skipped, and says so. */
    static String required() {
        Assumptions.assumeTrue(isThere(), "skipped: there is no python3 of version 3.9 or later on PATH");
        return "python3";
    }

    private static boolean isThere() {
        String question = "import sys; sys.exit(0 if sys.version_info >= (3, 9) else 1)";
        try {
            Process asked = new ProcessBuilder("python3", "-c", question)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return asked.waitFor(30, TimeUnit.SECONDS) && asked.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
