package dev.odradek.standalone.http;

import static dev.odradek.standalone.http.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.standalone.http.Page.Block;
import dev.odradek.standalone.service.RunningOdradek;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Does what pages of the docs say, in their order, in a directory that looks like a clone. */
@DisplayName("The docs")
class TutorialIT {
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    static Path dir;

    private static RunningOdradek odradek;
    private static Path clone;
    private static Map<String, String> environment;

    private final List<Child> terminals = new ArrayList<>();
    private final StringBuilder said = new StringBuilder();

    @BeforeAll
    static void start() throws Exception {
        clone = likeAClone();
        odradek = RunningOdradek.in(dir.resolve("data"));
        environment = Map.of(
                "SERVICE_URL",
                odradek.url(),
                "ODRADEK_BOOTSTRAP",
                odradek.connection().bootstrap(),
                "ODRADEK_DATA_DIR",
                dir.resolve("data").toString(),
                "PYTHONDONTWRITEBYTECODE",
                "1");
    }

    @AfterAll
    static void stop() {
        odradek.close();
    }

    @AfterEach
    void close() {
        terminals.forEach(Child::close);
    }

    @Test
    @DisplayName("the tutorial's files compile and its commands do what it says, in Java and in Python")
    void tutorial() throws Exception {
        Python.required();
        followAll("tutorial.md");
        Child sender = terminals.get(1);
        for (String name : List.of("Grete", "Max", "Milena", "Felice")) {
            eventually(() -> assertThat(sender.printed()).contains("sent: Dear " + name + ", nothing is lost."));
        }
        Block failures = new Block("sh", "", "./odradek failures\n./odradek items --machine letter\n");
        eventually(() -> {
            said.setLength(0);
            follow(failures);
            assertThat(said).contains("a letter needs somebody it goes to", "sent", "failed");
        });
    }

    @Test
    @DisplayName("A2 the page of the sample adds a queue with a definition and a handler alone")
    void sample() throws Exception {
        followAll("sample.md");

        eventually(() -> assertThat(terminals.get(0).printed()).contains("Week 27: nothing was lost."));
        Block items = new Block("sh", "", "./odradek items --machine digest\n");
        eventually(() -> {
            said.setLength(0);
            follow(items);
            assertThat(said).contains("written");
        });
    }

    private void followAll(String page) throws Exception {
        for (Block block : Page.read(Path.of("..", "docs", page)).blocks()) {
            follow(block);
        }
    }

    /** What of a clone the page uses; its ./odradek is this build's, without another build. */
    private static Path likeAClone() throws Exception {
        Path lib = Path.of("target", "lib").toAbsolutePath();
        assertThat(lib).as("mvn package puts the libraries there").isDirectory();
        Path clone = Files.createDirectories(dir.resolve("clone"));
        Files.createDirectories(clone.resolve("standalone/target"));
        Files.createSymbolicLink(clone.resolve("standalone/target/lib"), lib);
        Files.createSymbolicLink(
                clone.resolve("stage-workers"),
                Path.of("..", "stage-workers").toAbsolutePath().normalize());
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Path launcher = Files.writeString(
                clone.resolve("odradek"),
                "#!/bin/sh\nexec %s -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '%s' %s \"$@\"\n"
                        .formatted(java, System.getProperty("java.class.path"), "dev.odradek.standalone.cli.Odradek"));
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        return clone;
    }

    private void follow(Block block) throws Exception {
        if (!block.language().equals("sh")) {
            Files.writeString(clone.resolve(block.label()), block.text());
        } else if (block.label().equals("terminal")) {
            Path output = dir.resolve("terminal-" + terminals.size() + ".txt");
            terminals.add(Child.start(clone, List.of("bash", "-c", block.text()), environment, output));
        } else if (block.label().isEmpty()) {
            Path output = dir.resolve("said.txt");
            try (Child shell = Child.start(clone, List.of("bash", "-ec", block.text()), environment, output)) {
                int exit = shell.awaitExit(Duration.ofMinutes(1));
                said.append(shell.printed());
                assertThat(exit).as(block.text() + shell.printed()).isZero();
            }
        } else {
            assertThat(block.label()).as("what the test has running already").isEqualTo("up");
        }
    }
}
