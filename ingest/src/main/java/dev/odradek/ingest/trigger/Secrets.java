package dev.odradek.ingest.trigger;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Secrets by name: an environment variable, else a file of that name where secrets are mounted. Nothing is kept. */
final class Secrets implements Function<String, Optional<String>> {
    private final Function<String, @Nullable String> environment;
    private final Optional<Path> dir;

    Secrets(Function<String, @Nullable String> environment, Optional<Path> dir) {
        this.environment = environment;
        this.dir = dir;
    }

    @Override
    public Optional<String> apply(String name) {
        return Optional.ofNullable(environment.apply(name))
                .or(() -> dir.flatMap(each -> read(each.resolve(name))))
                .map(String::strip)
                .filter(secret -> !secret.isEmpty());
    }

    private static Optional<String> read(Path file) {
        try {
            return Files.isRegularFile(file) ? Optional.of(Files.readString(file)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
