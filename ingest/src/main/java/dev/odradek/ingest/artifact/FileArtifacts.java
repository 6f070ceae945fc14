package dev.odradek.ingest.artifact;

import dev.odradek.ingest.access.Tenants;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Blobs as files, {@code <tenant>/ab/cd/<digest>}: written beside, forced to the disk and renamed, so that a name
 * stands for all of its bytes or is not there.
 */
final class FileArtifacts implements Artifacts {
    private final Path dir;
    private final Spool spool;

    FileArtifacts(Path dir) {
        this.dir = dir;
        this.spool = new Spool(dir.resolve(".spool"));
    }

    @Override
    public Stored put(String tenant, Measured in) throws IOException {
        Path part = spool.take(in);
        try {
            Digest digest = in.digest();
            Path folder = folder(tenant, digest);
            Path place = folder.resolve(digest.hex());
            if (!Files.exists(place)) {
                Files.createDirectories(folder);
                move(part, place);
                force(folder);
            }
            return new Stored(digest, in.bytes());
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** Whoever was first with the same bytes may have won the race. */
    private static void move(Path part, Path place) throws IOException {
        try {
            Files.move(part, place, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException e) {
            if (!Files.exists(place)) {
                throw e;
            }
        }
    }

    /** The name itself must survive as well, and those of the folders it lies in. */
    private void force(Path folder) throws IOException {
        for (Path each = folder; each != null && each.startsWith(dir); each = each.getParent()) {
            try (FileChannel channel = FileChannel.open(each, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    @Override
    public Optional<Blob> get(String tenant, Digest digest) throws IOException {
        Path place = folder(tenant, digest).resolve(digest.hex());
        try {
            FileChannel channel = FileChannel.open(place, StandardOpenOption.READ);
            InputStream in = Channels.newInputStream(channel);
            return Optional.of(new Blob(channel.size(), in));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private Path folder(String tenant, Digest digest) {
        Tenants.check(tenant);
        String hex = digest.hex();
        return dir.resolve(tenant).resolve(hex.substring(0, 2)).resolve(hex.substring(2, 4));
    }

    @Override
    public void close() {
        // Files need no closing.
    }
}
