package dev.odradek.statestore.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log alone decides: another JVM, with other hashes, locale, time zone and compiler, comes to the same bytes. */
@DisplayName("A recorded log has one meaning")
class DeterminismTest {
    private static final int WORLDS = 25;

    @TempDir
    private Path folder;

    @Test
    @DisplayName("a second JVM decides a recorded log to the same outputs and rows")
    void gives_the_same_hash_in_a_second_jvm() throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        for (long seed = 0; seed < WORLDS; seed++) {
            World world = new World(seed, Laws.ALL);
            world.run(220);
            lines.addAll(Rehearsal.lines(seed, world.logs()));
        }
        Path log = Files.write(folder.resolve("commands.log"), lines, StandardCharsets.UTF_8);

        String here = Rehearsal.hash(log);
        String there = inAnotherJvm(log);

        System.out.printf("%,d commands decided twice: %s%n", lines.size(), here);
        assertThat(lines).hasSizeGreaterThan(3000);
        assertThat(there).isEqualTo(here);
    }

    private String inAnotherJvm(Path log) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UnlockExperimentalVMOptions",
                        "-XX:hashCode=2",
                        "-XX:+UseParallelGC",
                        "-Duser.language=tr",
                        "-Duser.country=TR",
                        "-Duser.timezone=Asia/Kolkata",
                        "-Dfile.encoding=ISO-8859-1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Rehearsal.class.getName(),
                        log.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        List<String> printed = Files.readAllLines(output, StandardCharsets.UTF_8);
        assertThat(process.exitValue()).as(String.join("\n", printed)).isZero();
        return printed.get(printed.size() - 1);
    }
}
