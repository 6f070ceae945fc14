package dev.odradek.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Keeps the free memory of the machine in use between trials, as pages of a file that give way to whoever needs them.
 *
 * <p>A virtual machine is given its memory by its host page by page, at the first use of each, and gives back what lies
 * free for some seconds: a write into the page cache takes several times as long on such a page. Whoever is measured
 * first, or after a trial whose data were removed, would pay for it. The file has a size but no contents: it takes no
 * disk.
 */
final class Ballast implements AutoCloseable {
    private static final long LEFT_FREE = 700L << 20;
    private static final int AT_ONCE = 1 << 20;
    /** How often it is asked how much is free still. */
    private static final int LOOK = 32;

    private final Path file;

    Ballast(Path file) {
        this.file = file;
    }

    /** Says how many MiB it has filled; none on a machine that does not let us, which is then measured as it is. */
    long fill() {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            try (FileChannel pages = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                long size = system.getTotalMemorySize();
                pages.write(ByteBuffer.allocate(1), size);
                ByteBuffer buffer = ByteBuffer.allocateDirect(AT_ONCE);
                long read = 0;
                for (int i = 0; read < size && (i % LOOK != 0 || system.getFreeMemorySize() > LEFT_FREE); i++) {
                    read += pages.read(buffer.clear(), read);
                }
                return read >> 20;
            }
        } catch (IOException notHere) {
            return 0;
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
    }
}
