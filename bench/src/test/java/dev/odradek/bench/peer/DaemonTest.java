package dev.odradek.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    Path dir;

    private Daemon start(String script) {
        return Daemon.start("the server", new ProcessBuilder("sh", "-c", script), dir.resolve("server.log"));
    }

    @Test
    void isReadyWhenItSaysSoAndEndsWithWhatItStarted() {
        Daemon daemon = start("sleep 1000 & echo ready; wait");

        daemon.until(() -> daemon.printed().contains("ready"), LIMIT);
        var children = ProcessHandle.of(daemon.pid()).orElseThrow().children().toList();
        daemon.close();

        assertThat(children).isNotEmpty();
        children.forEach(child -> child.onExit().join());
        assertThat(ProcessHandle.of(daemon.pid())).isEmpty();
    }

    @Test
    void oneThatEndsSaysItsLastWords() {
        assertThatThrownBy(() -> start("echo starting; echo no room left; echo").until(() -> false, LIMIT))
                .hasMessageStartingWith("the server ended: no room left; its log is ");
    }

    @Test
    void anErrorIsSaidWhateverCameAfterIt() {
        assertThatThrownBy(() ->
                        start("echo '{'; echo '\"error\": \"full\"'; echo '}'").until(() -> false, LIMIT))
                .hasMessageStartingWith("the server ended: \"error\": \"full\"; its log is ");
    }

    @Test
    void oneThatIsNotReadyInTimeIsClosed() {
        Daemon daemon = start("sleep 1000");

        assertThatThrownBy(() -> daemon.until(() -> false, Duration.ofMillis(50)))
                .hasMessageStartingWith("the server was not ready within 0 s");
        assertThat(ProcessHandle.of(daemon.pid())).isEmpty();
    }
}
