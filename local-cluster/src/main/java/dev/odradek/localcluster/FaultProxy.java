package dev.odradek.localcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/** A TCP proxy to put before a broker as its advertised address; bytes are delayed, held or cut, never changed. */
public final class FaultProxy implements AutoCloseable {
    private final ServerSocket listener;
    private final FaultGate gate = new FaultGate();
    private final AtomicReference<InetSocketAddress> target = new AtomicReference<>();
    private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();

    private FaultProxy(ServerSocket listener) {
        this.listener = listener;
    }

    /** Listens on a free loopback port; nothing gets through before {@link #forwardTo}. */
    public static FaultProxy listen() {
        try {
            FaultProxy proxy = new FaultProxy(new ServerSocket(0, 50, InetAddress.getByName(BrokerConfig.LOOPBACK)));
            Thread accept = new Thread(proxy::acceptAll, "fault-proxy-accept");
            accept.setDaemon(true);
            accept.start();
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where new connections lead from now on. */
    public void forwardTo(String host, int port) {
        target.set(new InetSocketAddress(host, port));
    }

    /** host:port for {@link BrokerConfig#advertisedAs}. */
    public String address() {
        return BrokerConfig.LOOPBACK + ":" + port();
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Every chunk takes this long in each direction. */
    public void delay(Duration oneWay) {
        gate.delay(oneWay);
    }

    /** Connections stay up and nothing arrives, as behind a broken switch; what was sent arrives after healing. */
    public void blackHole() {
        gate.blackHole();
    }

    /** Present connections are closed and new ones closed at once. */
    public void cut() {
        gate.cut();
        Set.copyOf(connections).forEach(ProxiedConnection::close);
    }

    /** All faults are over; cut connections stay closed. */
    public void heal() {
        gate.open();
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            cut();
        }
    }

    private void acceptAll() {
        while (!listener.isClosed()) {
            try {
                accept(listener.accept());
            } catch (IOException closed) {
                // Ends the loop if it was ours, and concerns one client only if not.
            }
        }
    }

    private void accept(Socket client) {
        InetSocketAddress to = target.get();
        ProxiedConnection connection = new ProxiedConnection(client, gate, connections::remove);
        connections.add(connection);
        // Asked after adding: a cut that comes in between finds the connection in the set.
        if (to == null || gate.isCut()) {
            connection.close();
        } else {
            connection.start(to);
        }
    }
}
