package dev.odradek.client;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;

@DisplayName("A processor in Java")
class JavaProcessorIT extends ProcessorContract {
    /** As the JVM ends on SIGTERM. */
    private static final int TERMINATED = 143;

    @Override
    List<String> command() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = System.getProperty("java.class.path");
        return List.of(
                java,
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classes,
                ScriptedWorker.class.getName());
    }

    @Override
    int exitCode() {
        return TERMINATED;
    }
}
