package dev.odradek.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompilersTest {
    private static String stat(String name, int user, int system) {
        return "17 (" + name + ") S 1 2 3 0 -1 4 5 6 7 8 " + user + " " + system + " 0 0 20 0 50 0 9";
    }

    @Test
    void onlyCompilersCountAsCompilers() {
        assertThat(Compilers.ticks(stat("C2 CompilerThre", 30, 12))).isEqualTo(42);
        assertThat(Compilers.ticks(stat("C1 CompilerThre", 1, 2))).isEqualTo(3);
        assertThat(Compilers.ticks(stat("GC Thread#0", 30, 12))).isZero();
        assertThat(Compilers.ticks("")).isZero();
    }

    @Test
    void whoHasEndedHasWorkedAllTheSame(@TempDir Path tasks) throws IOException {
        Compilers compilers = new Compilers(tasks);
        Path ended = Files.createDirectory(tasks.resolve("17")).resolve("stat");
        Path other = Files.createDirectory(tasks.resolve("18")).resolve("stat");
        Files.writeString(ended, stat("C2 CompilerThre", 30, 0));
        Files.writeString(other, stat("C1 CompilerThre", 5, 0));
        assertThat(compilers.processor()).isEqualTo(Duration.ofMillis(350));

        Files.delete(ended);
        Files.delete(ended.getParent());
        Files.writeString(other, stat("C1 CompilerThre", 7, 0));

        assertThat(compilers.processor()).isEqualTo(Duration.ofMillis(370));
    }

    @Test
    void whereTheSystemDoesNotTellThereAreNone(@TempDir Path dir) {
        assertThat(new Compilers(dir.resolve("absent")).processor()).isZero();
    }
}
