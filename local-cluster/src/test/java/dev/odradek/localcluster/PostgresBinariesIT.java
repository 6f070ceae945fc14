package dev.odradek.localcluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("PostgreSQL's programs")
class PostgresBinariesIT {
    @TempDir
    Path dir;

    @Test
    @DisplayName("are unpacked once, beside the data if the cache cannot be written, and whatever a kill left")
    void unpackedOnce() throws IOException {
        Path noCache = Files.createFile(dir.resolve("file")).resolve("cache");
        Path data = Files.createDirectory(dir.resolve("data"));
        PostgresConfig config = PostgresConfig.in(data).cachingIn(noCache);
        String name = "postgresql-" + PostgresBinaries.VERSION + "-"
                + PostgresBinaries.platform(System.getProperty("os.name"), System.getProperty("os.arch"));
        Files.writeString(
                Files.createDirectories(data.resolve(name + ".partial/bin")).resolve("postgres"), "half a program");

        Path home = PostgresBinaries.unpacked(config);
        Object unpacked = Files.readAttributes(home, "unix:ino").get("ino");

        assertThat(home).isEqualTo(data.resolve(name));
        assertThat(home.resolve("bin/postgres")).isExecutable();
        assertThat(Files.size(home.resolve("bin/postgres"))).isGreaterThan(1_000_000);
        assertThat(home.resolveSibling(name + ".partial")).doesNotExist();
        assertThat(PostgresBinaries.unpacked(config)).isEqualTo(home);
        assertThat(Files.readAttributes(home, "unix:ino").get("ino")).isEqualTo(unpacked);
    }
}
