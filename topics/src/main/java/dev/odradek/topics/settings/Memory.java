package dev.odradek.topics.settings;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** How much memory there is: what is not set takes a share of it. */
public final class Memory {
    private static final int MIB = 20;

    private Memory() {}

    /** What this process could have, in MiB: the host's memory, or its container's if that has a limit. */
    public static int mib() {
        return toMib(
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize());
    }

    /** What the heap may grow to, in MiB. */
    public static int heapMib() {
        return toMib(Runtime.getRuntime().maxMemory());
    }

    private static int toMib(long bytes) {
        return (int) Math.min(Integer.MAX_VALUE, bytes >> MIB);
    }
}
