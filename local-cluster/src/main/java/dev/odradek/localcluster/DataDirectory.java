package dev.odradek.localcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A data directory held by this process alone until closed; the lock dies with the process that holds it. */
final class DataDirectory implements AutoCloseable {
    private static final String LOCK_FILE = "broker.lock";

    private final Path logDir;
    private final FileChannel lock;

    private DataDirectory(Path logDir, FileChannel lock) {
        this.logDir = logDir;
        this.lock = lock;
    }

    static DataDirectory lock(Path dataDir) {
        Path file = dataDir.resolve(LOCK_FILE);
        Path logDir = dataDir.resolve("kafka");
        FileChannel channel = null;
        try {
            Files.createDirectories(logDir);
            channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            if (!tryLock(channel)) {
                channel.close();
                throw new LocalClusterException("The data directory " + dataDir + " is in use by process "
                        + holder(file) + "; stop that process or choose another data directory.");
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8)));
            return new DataDirectory(logDir, channel);
        } catch (IOException e) {
            throw new LocalClusterException(
                    "The data directory " + dataDir + " cannot be written (" + reason(e)
                            + "); make it writable for user " + System.getProperty("user.name")
                            + " or choose another data directory.",
                    e);
        }
    }

    Path logDir() {
        return logDir;
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException heldByThisProcess) {
            return false;
        }
    }

    private static String holder(Path file) {
        try {
            String pid = Files.readString(file).trim();
            return pid.isEmpty() ? "unknown" : pid;
        } catch (IOException unreadable) {
            return "unknown";
        }
    }

    private static String reason(IOException e) {
        String kind = e.getClass().getSimpleName().replace("Exception", "");
        String words = kind.replaceAll("([a-z])([A-Z])", "$1 $2").toLowerCase(java.util.Locale.ROOT);
        return e.getMessage() == null ? words : words + ": " + e.getMessage();
    }
}
