package dev.odradek.localcluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Finds ports that are free now; another process may still take one before it is bound. */
final class Ports {
    private Ports() {}

    static boolean isFree(String host, int port) {
        try (ServerSocket probe = new ServerSocket()) {
            probe.bind(new InetSocketAddress(InetAddress.getByName(host), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }

    /** Whether the port asked for can be had; a taken one that nothing may replace is an error. */
    static boolean canHave(String host, int asked, boolean fallback) {
        boolean free = asked != 0 && isFree(host, asked);
        if (asked != 0 && !free && !fallback) {
            throw new LocalClusterException("Port " + asked + " on " + host
                    + " is taken by another process; stop that process or choose another port.");
        }
        return free;
    }

    /** All are held open until the last is found, so that no two are the same. */
    static List<Integer> free(String host, int count) {
        List<ServerSocket> held = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                ServerSocket socket = new ServerSocket();
                held.add(socket);
                socket.bind(new InetSocketAddress(InetAddress.getByName(host), 0));
            }
            return held.stream().map(ServerSocket::getLocalPort).toList();
        } catch (IOException e) {
            throw new LocalClusterException(
                    "No free port could be bound on " + host + " (" + e.getMessage()
                            + "); choose an address of this machine.",
                    e);
        } finally {
            held.forEach(Ports::close);
        }
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException ignored) {
            // The port was only probed; there is nothing to lose.
        }
    }
}
