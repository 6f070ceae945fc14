package dev.odradek.client;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Who a worker is, {@code role-host-pid-6hex}, and which of its lives this is. */
final class Identity {
    private final String role;
    private final String worker;
    private volatile String incarnation = UUID.randomUUID().toString();

    Identity(String role) {
        int unique = ThreadLocalRandom.current().nextInt(1 << 24);
        this.role = role;
        this.worker =
                "%s-%s-%d-%06x".formatted(role, host(), ProcessHandle.current().pid(), unique);
    }

    String role() {
        return role;
    }

    String worker() {
        return worker;
    }

    String incarnation() {
        return incarnation;
    }

    /** What was claimed before and is not known to be held is nobody's any more, and soon somebody else's. */
    void beginAnew() {
        incarnation = UUID.randomUUID().toString();
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }
}
