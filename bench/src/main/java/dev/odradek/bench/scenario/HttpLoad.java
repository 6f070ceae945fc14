package dev.odradek.bench.scenario;

import dev.odradek.bench.measure.MeasureException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The same request over and over on kept connections, with as little work on this side as can be. */
final class HttpLoad {
    private final URI to;
    private final int connections;

    HttpLoad(URI to, int connections) {
        this.to = to;
        this.connections = connections;
    }

    byte[] request(String method, String path, String type, String body) {
        String head = method + " " + path + " HTTP/1.1\r\nHost: " + to.getAuthority() + "\r\n"
                + (body.isEmpty()
                        ? ""
                        : "Content-Type: " + type + "\r\nContent-Length: "
                                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n")
                + "\r\n";
        return (head + body).getBytes(StandardCharsets.UTF_8);
    }

    /** Requests answered per second, one at a time on each connection. */
    double rate(byte[] request, Duration window) throws Exception {
        long until = System.nanoTime() + window.toNanos();
        ExecutorService threads = Executors.newFixedThreadPool(connections);
        try {
            List<Callable<Integer>> all = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                all.add(() -> until(until, request));
            }
            long answered = 0;
            for (Future<Integer> one : threads.invokeAll(all)) {
                answered += one.get();
            }
            return answered / (window.toNanos() / 1e9);
        } catch (ExecutionException e) {
            throw new MeasureException("a request failed: " + e.getCause(), e);
        } finally {
            threads.shutdownNow();
        }
    }

    /** Returns when it is answered. */
    void once(byte[] request) throws IOException {
        try (Socket socket = connect()) {
            exchange(socket, new BufferedInputStream(socket.getInputStream()), request);
        }
    }

    private int until(long end, byte[] request) throws IOException {
        int answered = 0;
        try (Socket socket = connect()) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            while (System.nanoTime() < end) {
                exchange(socket, in, request);
                answered++;
            }
        }
        return answered;
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(to.getHost(), to.getPort());
        socket.setTcpNoDelay(true);
        return socket;
    }

    private static void exchange(Socket socket, InputStream in, byte[] request) throws IOException {
        socket.getOutputStream().write(request);
        String status = answer(in);
        if (!status.startsWith("HTTP/1.1 2")) {
            throw new MeasureException("a request was answered with " + status);
        }
    }

    /** The first line of an answer; the rest is read to its end, whether it has a length or comes in chunks. */
    static String answer(InputStream in) throws IOException {
        String status = line(in);
        int length = -1;
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(lower.substring(15).strip());
            }
        }
        if (length >= 0) {
            in.skipNBytes(length);
        } else {
            for (int chunk = chunk(in); chunk > 0; chunk = chunk(in)) {
                in.skipNBytes(chunk + 2);
            }
            line(in);
        }
        return status;
    }

    private static int chunk(InputStream in) throws IOException {
        return Integer.parseInt(line(in), 16);
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(64);
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("the connection was closed amid an answer");
            }
            if (next != '\r') {
                line.write(next);
            }
        }
        return line.toString(StandardCharsets.US_ASCII);
    }
}
