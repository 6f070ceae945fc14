package dev.odradek.runtime;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.ThreadLocalRandom;

/** Worker ids that say where to look: role, host, process, and what tells two of them apart. */
final class WorkerIds {
    private WorkerIds() {}

    static String fresh(String role) {
        int unique = ThreadLocalRandom.current().nextInt(1 << 24);
        return "%s-%s-%d-%06x".formatted(role, host(), ProcessHandle.current().pid(), unique);
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }
}
