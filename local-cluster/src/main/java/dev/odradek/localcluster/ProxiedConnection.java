package dev.odradek.localcluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;

/** One client's connection through the proxy; both ways keep their order, and either end closes both. */
final class ProxiedConnection {
    private static final int CHUNK_BYTES = 64 * 1024;
    private static final int CHUNKS_IN_FLIGHT = 64;
    private static final int CONNECT_MILLIS = 5_000;

    private record Chunk(ByteBuffer bytes, long arrivedNanos) {}

    private final Socket client;
    private final Socket server = new Socket();
    private final FaultGate gate;
    private final Consumer<ProxiedConnection> whenClosed;

    ProxiedConnection(Socket client, FaultGate gate, Consumer<ProxiedConnection> whenClosed) {
        this.client = client;
        this.gate = gate;
        this.whenClosed = whenClosed;
    }

    void start(InetSocketAddress target) {
        run("connect", () -> {
            if (!gate.pass(System.nanoTime())) {
                close();
                return;
            }
            server.connect(target, CONNECT_MILLIS);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            pump("request", client, server);
            pump("response", server, client);
        });
    }

    void close() {
        quietly(client);
        quietly(server);
        whenClosed.accept(this);
    }

    /** Reading goes on while earlier chunks are held, so that latency does not eat throughput. */
    private void pump(String way, Socket from, Socket to) {
        BlockingQueue<Chunk> held = new ArrayBlockingQueue<>(CHUNKS_IN_FLIGHT);
        run(way + "-in", () -> {
            byte[] buffer = new byte[CHUNK_BYTES];
            int count;
            do {
                count = from.getInputStream().read(buffer);
                ByteBuffer bytes = ByteBuffer.wrap(Arrays.copyOf(buffer, Math.max(count, 0)));
                held.put(new Chunk(bytes, System.nanoTime()));
            } while (count >= 0);
        });
        run(way + "-out", () -> {
            try {
                Chunk chunk = held.take();
                while (chunk.bytes().hasRemaining() && gate.pass(chunk.arrivedNanos())) {
                    to.getOutputStream().write(chunk.bytes().array());
                    chunk = held.take();
                }
            } finally {
                close();
                // The reader may be waiting for room; it will find its socket closed.
                held.clear();
            }
        });
    }

    private interface Step {
        void run() throws IOException, InterruptedException;
    }

    private void run(String name, Step step) {
        Thread thread = new Thread(
                () -> {
                    try {
                        step.run();
                    } catch (IOException closed) {
                        close();
                    } catch (InterruptedException stopped) {
                        Thread.currentThread().interrupt();
                        close();
                    }
                },
                "fault-proxy-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void quietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException ignored) {
            // Closing is all we wanted.
        }
    }
}
