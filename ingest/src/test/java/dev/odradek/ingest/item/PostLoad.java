package dev.odradek.ingest.item;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** The same post over and over on open connections, with as little work on this side as can be. */
final class PostLoad {
    private PostLoad() {}

    /** How many of them are answered with 202 in a second. */
    static double perSecond(int port, String body, int connections, Duration window) {
        byte[] request = ("POST /v1/items HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                        + "Content-Length: " + body.getBytes(UTF_8).length + "\r\n\r\n" + body)
                .getBytes(UTF_8);
        ExecutorService threads = Executors.newFixedThreadPool(connections);
        long start = System.nanoTime();
        try {
            List<Future<Long>> counts = IntStream.range(0, connections)
                    .mapToObj(i -> threads.submit(() -> run(port, request, start + window.toNanos())))
                    .toList();
            long answered = 0;
            for (Future<Long> count : counts) {
                answered += count.get();
            }
            return answered * 1e9 / (System.nanoTime() - start);
        } catch (Exception e) {
            throw new AssertionError("the load broke off", e);
        } finally {
            threads.shutdownNow();
        }
    }

    private static long run(int port, byte[] request, long until) {
        long answered = 0;
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            OutputStream out = socket.getOutputStream();
            InputStream in = new BufferedInputStream(socket.getInputStream());
            while (System.nanoTime() - until < 0) {
                out.write(request);
                read(in);
                answered++;
            }
            return answered;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void read(InputStream in) throws IOException {
        String status = line(in);
        if (!status.startsWith("HTTP/1.1 202")) {
            throw new IOException("answered " + status);
        }
        int length = -1;
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(header.substring(15).strip());
            }
        }
        if (length >= 0) {
            in.skipNBytes(length);
            return;
        }
        for (int chunk = chunk(in); chunk > 0; chunk = chunk(in)) {
            in.skipNBytes(chunk + 2L);
        }
        line(in);
    }

    private static int chunk(InputStream in) throws IOException {
        return Integer.parseInt(line(in), 16);
    }

    private static String line(InputStream in) throws IOException {
        byte[] bytes = new byte[512];
        int length = 0;
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("the connection was closed");
            }
            if (next != '\r') {
                bytes[length++] = (byte) next;
            }
        }
        return new String(bytes, 0, length, ISO_8859_1);
    }
}
