package dev.odradek.standalone.demo;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** A file whose lines are on disk when {@code append} returns; those who append together share one sync. */
public final class Ledger implements AutoCloseable {
    private final Object gate = new Object();
    private final Object disk = new Object();
    private final FileChannel channel;
    private final ByteArrayOutputStream waiting = new ByteArrayOutputStream();
    private long appended;
    private long synced;

    private Ledger(FileChannel channel) {
        this.channel = channel;
    }

    public static Ledger open(Path file) {
        try {
            return new Ledger(FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every whole line; what follows the last line end is a write that a kill cut short. */
    public static List<String> read(Path file) {
        try {
            String text = Files.readString(file);
            return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void append(String line) {
        appendAll(List.of(line));
    }

    public void appendAll(List<String> lines) {
        long mine;
        synchronized (gate) {
            lines.forEach(line -> waiting.writeBytes((line + "\n").getBytes(StandardCharsets.UTF_8)));
            mine = ++appended;
        }
        synchronized (disk) {
            // Someone who held the disk before has written these lines along with his own.
            if (synced < mine) {
                sync();
            }
        }
    }

    private void sync() {
        byte[] batch;
        long upTo;
        synchronized (gate) {
            batch = waiting.toByteArray();
            waiting.reset();
            upTo = appended;
        }
        try {
            ByteBuffer buffer = ByteBuffer.wrap(batch);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        synced = upTo;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
