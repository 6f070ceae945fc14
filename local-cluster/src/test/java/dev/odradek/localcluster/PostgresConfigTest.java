package dev.odradek.localcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A database's configuration")
class PostgresConfigTest {
    private static final PostgresConfig CONFIG = PostgresConfig.in(Path.of("data"));

    @Test
    @DisplayName("refuses a port that cannot be")
    void impossiblePort() {
        assertThatThrownBy(() -> CONFIG.onPort(70_000))
                .isInstanceOf(LocalClusterException.class)
                .hasMessage("The database port must be between 0 and 65535, was 70000.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"port", "listen_addresses", "unix_socket_directories"})
    @DisplayName("does not let a setting open it to others")
    void keepsToLoopback(String setting) {
        assertThatThrownBy(() -> CONFIG.with(setting, "*"))
                .isInstanceOf(LocalClusterException.class)
                .hasMessageStartingWith("The database setting " + setting + " cannot be overridden");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Work Mem", "", "a = 'b'\nfsync"})
    @DisplayName("refuses what is not the name of a setting")
    void notASetting(String name) {
        assertThatThrownBy(() -> CONFIG.with(name, "1"))
                .isInstanceOf(LocalClusterException.class)
                .hasMessageStartingWith("A database setting must be a lower-case name with a value of one line");
    }

    @Test
    @DisplayName("syncs unless told otherwise, and quotes what it is told")
    void settings() {
        PostgresConfig config = CONFIG.with("work_mem", "8MB").with("cluster_name", "it's \\ here");

        assertThat(PostgresSettings.of(config, 5432))
                .containsEntry("fsync", "on")
                .containsEntry("synchronous_commit", "on")
                .containsEntry("work_mem", "8MB");
        assertThat(PostgresSettings.of(config.with("fsync", "off"), 5432)).containsEntry("fsync", "off");
        assertThat(PostgresSettings.file(config, 5432))
                .contains("port = '5432'\n")
                .contains("cluster_name = 'it''s \\\\ here'\n");
    }

    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, linux-x86_64",
        "Linux, aarch64, linux-arm_64",
        "Mac OS X, x86_64, darwin-arm_64",
        "Mac OS X, aarch64, darwin-arm_64"
    })
    @DisplayName("finds the programs of each machine we know")
    void knownMachines(String os, String arch, String platform) {
        assertThat(PostgresBinaries.platform(os, arch)).isEqualTo(platform);
        assertThat(getClass().getResource("/postgres-" + platform + ".txz")).isNotNull();
    }

    @Test
    @DisplayName("names the way out on a machine without programs")
    void unknownMachine() {
        assertThatThrownBy(() -> PostgresBinaries.platform("Windows 11", "amd64"))
                .isInstanceOf(LocalClusterException.class)
                .hasMessageStartingWith("There is no embedded PostgreSQL for Windows 11 on amd64")
                .hasMessageEndingWith("set odradek.database.url to a PostgreSQL of version 15 or later.");
    }
}
