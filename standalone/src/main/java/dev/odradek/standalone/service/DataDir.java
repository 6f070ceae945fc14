package dev.odradek.standalone.service;

import dev.odradek.topics.format.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/** The directory of one odradek: the broker's data, the local state, logs, and where its services listen. */
public record DataDir(Path root) {
    public DataDir {
        root = root.toAbsolutePath().normalize();
    }

    /** {@code ~/.odradek}. */
    public static DataDir home() {
        return new DataDir(Path.of(System.getProperty("user.home"), ".odradek"));
    }

    public Path state() {
        return root.resolve("state");
    }

    public Path log(String name) {
        return root.resolve("logs").resolve(name + ".log");
    }

    /** Makes sure that this user can write here, or says what to change. */
    public void prepare() {
        try {
            Files.createDirectories(root.resolve("logs"));
            Files.createDirectories(root.resolve("run"));
            Files.delete(Files.createTempFile(root, "write", ".probe"));
        } catch (IOException e) {
            throw new DataDirException(
                    "The data directory " + root + " cannot be written (" + Reasons.of(e)
                            + "); make it writable for user " + System.getProperty("user.name")
                            + " or choose another with --data-dir.",
                    e);
        }
    }

    /** What was last announced for a service, whether or not it still runs. */
    public Optional<Endpoint> endpoint(Service service) {
        try {
            return Optional.of(Json.mapper().readValue(Files.readAllBytes(file(service)), Endpoint.class));
        } catch (IOException | JacksonException absentOrTorn) {
            return Optional.empty();
        }
    }

    public Optional<Endpoint> running(Service service) {
        return endpoint(service).filter(Endpoint::stillRuns);
    }

    void announce(Endpoint endpoint) {
        Path file = file(endpoint.service());
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.write(fresh, Json.bytes(endpoint));
            // In one step, so that nobody reads half an endpoint.
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void retract(Service service) {
        try {
            Files.deleteIfExists(file(service));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path file(Service service) {
        return root.resolve("run").resolve(service.label() + ".json");
    }
}
