package dev.odradek.standalone.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A directory on a disk of its own that is soon full, where this user may mount one; else an ordinary one. */
final class SmallDisk implements AutoCloseable {
    private final Path path;
    private final boolean mounted;

    private SmallDisk(Path path, boolean mounted) {
        this.path = path;
        this.mounted = mounted;
    }

    static SmallDisk at(Path path, int megabytes) throws IOException {
        Files.createDirectories(path);
        return new SmallDisk(
                path, run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", path.toString()));
    }

    Path path() {
        return path;
    }

    boolean isSmall() {
        return mounted;
    }

    /** Takes whatever room is left, until {@link #free}. */
    void fill() throws IOException {
        byte[] block = new byte[4_096];
        try (OutputStream out = Files.newOutputStream(filler())) {
            while (true) {
                out.write(block);
            }
        } catch (IOException full) {
            if (Files.getFileStore(path).getUsableSpace() > block.length) {
                throw full;
            }
        }
    }

    void free() throws IOException {
        Files.delete(filler());
    }

    private Path filler() {
        return path.resolve("filler");
    }

    private static boolean run(String... command) throws IOException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        if (mounted && !run("umount", path.toString())) {
            throw new IOException(path + " stays mounted");
        }
    }
}
