package dev.odradek.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.bench.figure.Setup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What this run is made on. */
final class Machine {
    private Machine() {}

    /** The clone that {@code ./odradek} lies in, or the working directory. */
    static Path root() {
        String launcher = System.getProperty("odradek.launcher");
        Path here = Path.of("").toAbsolutePath();
        return launcher == null ? here : Path.of(launcher).toAbsolutePath().resolveSibling("");
    }

    static Setup setup(String command, int repeats, long touchedMib) {
        return new Setup(
                found("/proc/cpuinfo", "model name\\s*: (.*)", System.getProperty("os.arch")),
                Runtime.getRuntime().availableProcessors(),
                Long.parseLong(found("/proc/meminfo", "MemTotal:\\s*(\\d+)", "0")) / 1024,
                touchedMib,
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.version"),
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                commit(),
                command,
                repeats);
    }

    private static String commit() {
        try {
            Process git = new ProcessBuilder("git", "-C", root().toString(), "describe", "--always", "--dirty")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String said = new String(git.getInputStream().readAllBytes(), UTF_8).strip();
            return said.isEmpty() ? "unknown" : said;
        } catch (IOException noGit) {
            return "unknown";
        }
    }

    private static String found(String file, String pattern, String otherwise) {
        try {
            Matcher matcher = Pattern.compile(pattern).matcher(Files.readString(Path.of(file)));
            return matcher.find() ? matcher.group(1).strip() : otherwise;
        } catch (IOException notLinux) {
            return otherwise;
        }
    }
}
