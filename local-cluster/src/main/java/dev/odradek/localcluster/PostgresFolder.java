package dev.odradek.localcluster;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** PostgreSQL's own files: a whole database of our major version, or none. */
final class PostgresFolder {
    private static final String UNFINISHED = "postgres.initdb-";

    private PostgresFolder() {}

    /** Makes an empty database if there is none; one of another major version is an error. */
    static void prepare(Path folder, PostgresPrograms programs) {
        Path dataDir = folder.resolveSibling(".").normalize();
        try {
            removeUnfinished(dataDir);
            Path version = folder.resolve("PG_VERSION");
            if (Files.exists(version)) {
                requireMajor(folder, Files.readString(version).strip());
            } else {
                requireEmpty(folder);
                create(dataDir, folder, programs);
            }
        } catch (IOException e) {
            throw new LocalClusterException(
                    "The directory " + folder + " could not be made a database (" + e
                            + "); make it writable or choose another data directory.",
                    e);
        }
    }

    /** The finished database is moved into place in one step, so what lies there is never half of one. */
    private static void create(Path dataDir, Path folder, PostgresPrograms programs) throws IOException {
        Path unfinished = Files.createTempDirectory(dataDir, UNFINISHED);
        // The builtin locale sorts the same everywhere: indexes outlive a change of the machine's C library.
        programs.run(
                "initdb",
                List.of(
                        "--pgdata=" + unfinished,
                        "--username=" + EmbeddedPostgres.USER,
                        "--auth=trust",
                        "--encoding=UTF8",
                        "--no-locale",
                        "--locale-provider=builtin",
                        "--builtin-locale=C.UTF-8",
                        "--no-instructions"));
        Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
        Folders.sync(dataDir);
    }

    /** An initdb whose JVM was killed may still be writing there: it fails by this, and the rest goes next time. */
    private static void removeUnfinished(Path dataDir) throws IOException {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(dataDir, UNFINISHED + "*")) {
            for (Path folder : left) {
                try {
                    Folders.delete(folder);
                } catch (IOException stillBeingWritten) {
                    // Its name is its own, so it is in nobody's way.
                }
            }
        }
    }

    private static void requireEmpty(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            if (!files.iterator().hasNext()) return;
        }
        throw new LocalClusterException("The directory " + folder
                + " holds files but no PostgreSQL database; move them away or choose another data directory.");
    }

    private static void requireMajor(Path folder, String found) {
        if (found.equals(PostgresBinaries.MAJOR)) return;
        throw new LocalClusterException("The directory " + folder + " holds a database of PostgreSQL " + found
                + ", expected " + PostgresBinaries.MAJOR + "; choose another data directory and carry the data over"
                + " with pg_dump of version " + found + ", or run a PostgreSQL " + found
                + " on it and set odradek.database.url to that.");
    }
}
