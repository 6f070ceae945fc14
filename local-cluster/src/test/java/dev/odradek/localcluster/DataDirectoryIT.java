package dev.odradek.localcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A data directory")
class DataDirectoryIT {
    @TempDir
    Path dir;

    @Test
    @DisplayName("in use by another process is refused in one sentence that names the process")
    void lockedByAnother() {
        try (BrokerProcess other = BrokerProcess.start(BrokerConfig.in(dir), dir.resolve("out.log"))) {
            assertThatThrownBy(() -> EmbeddedBroker.start(BrokerConfig.in(dir)))
                    .isInstanceOf(LocalClusterException.class)
                    .hasMessage(
                            "The data directory %s is in use by process %d; stop that process or choose another"
                                    + " data directory.",
                            dir, other.pid());
        }
    }

    @Test
    @DisplayName("in use by this process is refused, and a child says the same")
    void lockedByUs() {
        try (EmbeddedBroker ours = EmbeddedBroker.start(BrokerConfig.in(dir))) {
            assertThat(ours.port()).isPositive();
            String expected = "is in use by process " + ProcessHandle.current().pid();

            assertThatThrownBy(() -> EmbeddedBroker.start(BrokerConfig.in(dir)))
                    .isInstanceOf(LocalClusterException.class)
                    .hasMessageContaining(expected);
            assertThatThrownBy(() -> BrokerProcess.start(BrokerConfig.in(dir), dir.resolve("out.log")))
                    .isInstanceOf(LocalClusterException.class)
                    .hasMessageContaining(expected);
        }
    }

    @Test
    @DisplayName("under a regular file cannot be written, which is said in one sentence with the remedy")
    void underAFile() throws IOException {
        Path file = Files.createFile(dir.resolve("file"));

        assertThatThrownBy(() -> EmbeddedBroker.start(BrokerConfig.in(file.resolve("data"))))
                .isInstanceOf(LocalClusterException.class)
                .hasMessageStartingWith("The data directory " + file.resolve("data") + " cannot be written (")
                .hasMessageEndingWith("or choose another data directory.");
    }

    @Test
    @DisplayName("without write permission is refused in one sentence")
    void withoutPermission() throws IOException {
        Path closed = Files.createDirectory(
                dir.resolve("closed"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r-xr-xr-x")));
        assumeTrue(!Files.isWritable(closed), "permission bits do not bind the present user (root)");

        assertThatThrownBy(() -> EmbeddedBroker.start(BrokerConfig.in(closed)))
                .isInstanceOf(LocalClusterException.class)
                .hasMessageContaining("cannot be written");
    }
}
