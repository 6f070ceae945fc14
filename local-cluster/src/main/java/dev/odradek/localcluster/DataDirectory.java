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
 * A data directory held by one broker alone until closed; the lock dies with the process that holds it.
 *
 * <p>POSIX drops a process's lock as soon as it closes any handle of the file. So the lock file is never opened twice
 * in one process, which is what {@link #HELD_HERE} is for, and the holder's pid is kept in a file of its own.
 */
final class DataDirectory implements AutoCloseable {
    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    private final Path dir;
    private final FileChannel lock;

    private DataDirectory(Path dir, FileChannel lock) {
        this.dir = dir;
        this.lock = lock;
    }

    static DataDirectory lock(Path dataDir) {
        try {
            Files.createDirectories(dataDir.resolve("kafka"));
            Path dir = dataDir.toRealPath();
            String self = Long.toString(ProcessHandle.current().pid());
            if (!HELD_HERE.add(dir)) throw inUse(dataDir, self);
            FileChannel lock = null;
            try {
                lock = tryLock(dir.resolve("broker.lock"));
                if (lock == null) throw inUse(dataDir, pidIn(dir));
                Files.writeString(dir.resolve("broker.pid"), self);
                return new DataDirectory(dir, lock);
            } catch (IOException | LocalClusterException e) {
                if (lock != null) lock.close();
                HELD_HERE.remove(dir);
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

    Path logDir() {
        return dir.resolve("kafka");
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            HELD_HERE.remove(dir);
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

    private static String pidIn(Path dir) {
        try {
            return Files.readString(dir.resolve("broker.pid")).trim();
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
