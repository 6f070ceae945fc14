package dev.odradek.bench.peer;

import dev.odradek.bench.measure.MeasureException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Packages from npm, installed once into a folder of the build. */
final class Npm {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private Npm() {}

    /** Why nothing of npm's can be run, if so. */
    static Optional<String> missing() {
        return works("node") && works("npm") ? Optional.empty() : Optional.of("Node 20 or later with npm is not here");
    }

    /** The folder in whose {@code node_modules} these are. */
    static Path installed(String name, List<String> packages) {
        Path folder = Path.of(System.getProperty("odradek.launcher", "./odradek"))
                .toAbsolutePath()
                .resolveSibling("bench/target/npm/" + name);
        Path marker = folder.resolve("installed");
        String wanted = String.join(" ", packages);
        try {
            if (Files.exists(marker) && Files.readString(marker).equals(wanted)) {
                return folder;
            }
            Files.createDirectories(folder);
            Files.writeString(folder.resolve("package.json"), "{\"private\": true}\n");
            List<String> command = new ArrayList<>(List.of("npm", "install", "--no-audit", "--no-fund"));
            command.addAll(packages);
            if (!runs(command, folder)) {
                throw new MeasureException("npm could not install " + packages, folder.resolve("npm.log"));
            }
            Files.writeString(marker, wanted);
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean works(String program) {
        try {
            return runs(List.of(program, "--version"), Path.of("."));
        } catch (IOException absent) {
            return false;
        }
    }

    private static boolean runs(List<String> command, Path folder) throws IOException {
        boolean quiet = command.contains("--version");
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        Process process = builder.redirectOutput(
                        quiet
                                ? ProcessBuilder.Redirect.DISCARD
                                : ProcessBuilder.Redirect.to(
                                        folder.resolve("npm.log").toFile()))
                .start();
        try {
            if (process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                return process.exitValue() == 0;
            }
            process.destroyForcibly();
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
