package dev.odradek.ingest.artifact;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where bytes lie until it is known that they are all there; the disk has them when {@code take} returns. */
final class Spool {
    private static final Logger LOG = LoggerFactory.getLogger(Spool.class);
    private static final int BUFFER = 64 * 1024;
    private static final String SUFFIX = ".part";
    /** What is older was left by a process that died. */
    private static final Duration OLDEST = Duration.ofDays(1);

    private final Path dir;

    Spool(Path dir) {
        this.dir = dir;
        try {
            Files.createDirectories(dir);
            sweep(Instant.now().minus(OLDEST));
        } catch (IOException e) {
            throw new UncheckedIOException("odradek.artifacts.dir must be a directory that can be written: " + dir, e);
        }
    }

    Path take(InputStream in) throws IOException {
        Path file = Files.createTempFile(dir, "", SUFFIX);
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
            byte[] buffer = new byte[BUFFER];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                ByteBuffer rest = ByteBuffer.wrap(buffer, 0, count);
                while (rest.hasRemaining()) {
                    out.write(rest);
                }
            }
            out.force(true);
            return file;
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    static void copy(InputStream in, OutputStream out) throws IOException {
        byte[] buffer = new byte[BUFFER];
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            out.write(buffer, 0, count);
        }
    }

    private void sweep(Instant before) throws IOException {
        try (Stream<Path> left = Files.list(dir)) {
            for (Path each :
                    left.filter(file -> file.toString().endsWith(SUFFIX)).toList()) {
                if (Files.getLastModifiedTime(each).compareTo(FileTime.from(before)) < 0) {
                    Files.deleteIfExists(each);
                    LOG.info("removed an upload that was never finished: {}", each.getFileName());
                }
            }
        }
    }
}
