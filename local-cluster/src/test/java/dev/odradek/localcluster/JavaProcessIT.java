package dev.odradek.localcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A child process")
class JavaProcessIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    Path dir;

    /** Prints what it was given, then ends or waits. */
    static final class Child {
        private Child() {}

        public static void main(String[] args) throws InterruptedException {
            System.out.println("said " + args[0] + " in " + System.getenv("PLACE"));
            if (args[0].equals("fail")) System.exit(3);
            new CountDownLatch(1).await();
        }
    }

    /** Starts a grandchild that watches it, and waits to be killed. */
    static final class Parent {
        private Parent() {}

        public static void main(String[] args) throws InterruptedException {
            JavaProcess child = JavaProcess.of(Orphan.class).start(Path.of(args[0]));
            child.awaitLine(line -> line.equals("watching"), LIMIT);
            System.out.println("child " + child.pid());
            new CountDownLatch(1).await();
        }
    }

    /** Ends with its parent. */
    static final class Orphan {
        private Orphan() {}

        public static void main(String[] args) throws InterruptedException {
            ParentWatch.exitWithParent();
            System.out.println("watching");
            new CountDownLatch(1).await();
        }
    }

    @Test
    @DisplayName("is heard, and killed by SIGKILL")
    void heardAndKilled() {
        try (JavaProcess child = start("hello")) {
            assertThat(child.awaitLine(line -> line.startsWith("said"), LIMIT)).isEqualTo("said hello in Prague");

            child.kill();

            assertThat(child.isAlive()).isFalse();
            assertThat(child.awaitExit(LIMIT)).isEqualTo(128 + 9);
        }
    }

    @Test
    @DisplayName("that ends before saying the awaited line is an error with its exit code and last words")
    void endsTooEarly() {
        try (JavaProcess child = start("fail")) {
            assertThatThrownBy(() -> child.awaitLine(line -> line.equals("never"), LIMIT))
                    .isInstanceOf(LocalClusterException.class)
                    .hasMessageContaining("ended with exit code 3")
                    .hasMessageContaining("said fail");
        }
    }

    @Test
    @DisplayName("can be killed while frozen")
    void killedWhileFrozen() {
        try (JavaProcess child = start("hello")) {
            child.awaitLine(line -> line.startsWith("said"), LIMIT);
            child.freeze();
            assertThat(child.isAlive()).isTrue();

            child.kill();

            assertThat(child.isAlive()).isFalse();
        }
    }

    @Test
    @DisplayName("that watches its parent ends when the parent is killed by SIGKILL")
    void noOrphans() {
        try (JavaProcess parent = JavaProcess.of(Parent.class)
                .args(dir.resolve("orphan").toString())
                .start(dir.resolve("parent"))) {
            String line = parent.awaitLine(l -> l.startsWith("child "), LIMIT);
            ProcessHandle orphan = ProcessHandle.of(Long.parseLong(line.substring("child ".length())))
                    .orElseThrow();

            parent.kill();

            await().atMost(LIMIT).until(() -> !orphan.isAlive());
        }
    }

    private JavaProcess start(String word) {
        return JavaProcess.of(Child.class)
                .small(32)
                .args(word)
                .environment("PLACE", "Prague")
                .start(dir.resolve("out"));
    }
}
