package dev.odradek.localcluster;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** What the file system needs to be told about whole directories. */
final class Folders {
    private Folders() {}

    /** Deletes it with all it holds; nothing happens if it is not there. */
    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) return;
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException fault) throws IOException {
                if (fault != null) throw fault;
                Files.deleteIfExists(dir);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Makes what was created, moved or deleted in it survive a power cut. */
    static void sync(Path folder) throws IOException {
        try (FileChannel handle = FileChannel.open(folder, StandardOpenOption.READ)) {
            handle.force(true);
        }
    }
}
