package dev.odradek.localcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A data directory held by one broker or one database alone until closed; the lock dies with the process that holds it.
 *
 * <p>POSIX drops a process's lock as soon as it closes any handle of the file. So the lock file is never opened twice
 * in one process, which is what {@link #HELD_HERE} is for, and the holder's pid is kept in a file of its own. That is
 * the JVM's, not the one of the server it has started: hence no name that ends in pid.
 */
final class DataDirectory implements AutoCloseable {
    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    private final Path lockFile;
    private final Path folder;
    private final FileChannel lock;

    private DataDirectory(Path lockFile, Path folder, FileChannel lock) {
        this.lockFile = lockFile;
        this.folder = folder;
        this.lock = lock;
    }

    /** A broker and a database may share the directory: each has a folder and a lock of its own. */
    static DataDirectory lock(Path dataDir, String holder, String folder) {
        try {
            Files.createDirectories(dataDir.resolve(folder));
            Path dir = dataDir.toRealPath();
            Path lockFile = dir.resolve(holder + ".lock");
            Path ownerFile = dir.resolve(holder + ".owner");
            String self = Long.toString(ProcessHandle.current().pid());
            if (!HELD_HERE.add(lockFile)) throw inUse(dataDir, self);
            FileChannel lock = null;
            try {
                lock = tryLock(lockFile);
                if (lock == null) throw inUse(dataDir, read(ownerFile));
                Files.writeString(ownerFile, self);
                return new DataDirectory(lockFile, dir.resolve(folder), lock);
            } catch (IOException | LocalClusterException e) {
                if (lock != null) lock.close();
                HELD_HERE.remove(lockFile);
                throw e;
            }
        } catch (IOException e) {
            throw new LocalClusterException(
                    "The data directory " + dataDir + " cannot be written (" + reason(e)
                            + "); make it writable for user " + System.getProperty("user.name")
                            + " or choose another data directory.",
                    e);
        }
    }

    Path folder() {
        return folder;
    }

    @Override
    public void close() {
        // A second close must not let go of what someone else holds by now.
        if (!lock.isOpen()) return;
        try {
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            HELD_HERE.remove(lockFile);
        }
    }

    private static @Nullable FileChannel tryLock(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (channel.tryLock() != null) return channel;
        channel.close();
        return null;
    }

    private static LocalClusterException inUse(Path dataDir, String pid) {
        return new LocalClusterException("The data directory " + dataDir + " is in use by process " + pid
                + "; stop that process or choose another data directory.");
    }

    private static String read(Path ownerFile) {
        try {
            return Files.readString(ownerFile).trim();
        } catch (IOException notYetWritten) {
            return "unknown";
        }
    }

    private static String reason(IOException e) {
        String kind = e.getClass().getSimpleName().replace("Exception", "");
        String words = kind.replaceAll("([a-z])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT);
        return e.getMessage() == null ? words : words + ": " + e.getMessage();
    }
}
