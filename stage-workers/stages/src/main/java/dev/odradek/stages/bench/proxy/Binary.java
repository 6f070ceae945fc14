package dev.odradek.stages.bench.proxy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The {@code baml} of one build, alone in its directory, which is put on the PATH of what it starts. */
record Binary(Path file, String version) {
    private static final int TAIL = 4000;

    /** How it ended, and the end of what it said. */
    record Ran(int exit, String output) {}

    /** Runs it in the directory, knowing nothing of this process's environment: there are keys in it. */
    Ran run(Path dir, List<String> args, Deadline deadline)
            throws IOException, InterruptedException, OutOfTimeException {
        List<String> command = new ArrayList<>(List.of(file.toString()));
        command.addAll(args);
        Path said = Files.createTempFile(dir, "said", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(dir.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", file.toAbsolutePath().getParent() + ":/usr/local/bin:/usr/bin:/bin");
        builder.environment().put("HOME", dir.toString());
        Duration left = deadline.left();
        Process process = builder.start();
        try {
            if (!process.waitFor(left.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new OutOfTimeException();
            }
            String output = new String(Files.readAllBytes(said), StandardCharsets.UTF_8);
            return new Ran(process.exitValue(), output.substring(Math.max(0, output.length() - TAIL)));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
    }
}
