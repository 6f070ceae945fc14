package dev.odradek.localcluster;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL's programs for this machine: whole when they are there, unpacked once for all that run it. */
final class PostgresBinaries {
    /** The release on the class path; it names the cache, so that an upgrade unpacks anew. */
    static final String VERSION = "18.6.0";

    static final String MAJOR = VERSION.substring(0, VERSION.indexOf('.'));
    static final String WAY_OUT = "set odradek.database.url to a PostgreSQL of version 15 or later";

    private PostgresBinaries() {}

    /** The directory that holds bin, lib and share; a cache that cannot be written gives way to the data directory. */
    static synchronized Path unpacked(PostgresConfig config) {
        String platform = platform(System.getProperty("os.name"), System.getProperty("os.arch"));
        String name = "postgresql-" + VERSION + "-" + platform;
        Path cached = config.cacheDir().resolve(name);
        if (Files.exists(cached)) return cached;
        Path home = isWritable(config.cacheDir()) ? cached : config.dataDir().resolve(name);
        if (Files.exists(home)) return home;
        try {
            unpackOnce("/postgres-" + platform + ".txz", home);
            return home;
        } catch (IOException e) {
            throw new LocalClusterException(
                    "PostgreSQL could not be unpacked into " + home + " (" + e + "); make that directory writable, or "
                            + WAY_OUT + ".",
                    e);
        }
    }

    static String platform(String os, String arch) {
        boolean arm = arch.equals("aarch64") || arch.equals("arm64");
        boolean intel = arch.equals("amd64") || arch.equals("x86_64");
        String system = os.toLowerCase(Locale.ROOT);
        if (system.startsWith("linux") && (arm || intel)) return arm ? "linux-arm_64" : "linux-x86_64";
        // Universal programs: they run on both kinds of Mac.
        if (system.startsWith("mac") && (arm || intel)) return "darwin-arm_64";
        throw missing(os + " on " + arch);
    }

    private static LocalClusterException missing(String machine) {
        return new LocalClusterException("There is no embedded PostgreSQL for " + machine
                + ", only for Linux (glibc) and macOS on x86_64 and arm64; " + WAY_OUT + ".");
    }

    private static boolean isWritable(Path dir) {
        try {
            return Files.isWritable(Files.createDirectories(dir));
        } catch (IOException e) {
            return false;
        }
    }

    /** Under a lock, since many processes may start at once; by a move, so that a kill leaves nothing half done. */
    private static void unpackOnce(String archive, Path home) throws IOException {
        Path lockFile = home.resolveSibling("unpack.lock");
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (!lock.isValid() || Files.exists(home)) return;
            Path partial = home.resolveSibling(home.getFileName() + ".partial");
            Folders.delete(partial);
            unpack(archive, partial);
            Files.move(partial, home, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private static void unpack(String archive, Path target) throws IOException {
        try (InputStream packed = PostgresBinaries.class.getResourceAsStream(archive)) {
            if (packed == null) throw missing("this class path, which lacks " + archive);
            try (TarArchiveInputStream tar =
                    new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(packed)))) {
                for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                    write(entry, tar, target.resolve(entry.getName()));
                }
            }
        }
    }

    private static void write(TarArchiveEntry entry, InputStream content, Path path) throws IOException {
        if (entry.isDirectory()) {
            Files.createDirectories(path);
            return;
        }
        Files.createDirectories(path.resolveSibling("."));
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
            return;
        }
        Files.copy(content, path);
        boolean executable = (entry.getMode() & 0100) != 0;
        if (executable && !path.toFile().setExecutable(true, false)) {
            throw new IOException(path + " could not be made executable");
        }
    }
}
