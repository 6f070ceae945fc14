package dev.odradek.statestore.stream;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The memory outside the heap that all partitions of a process have for their rows, in pages of one size.
 *
 * <p>What a partition gives back is kept for the next that comes: the JVM would free it only when it next collects what
 * is old, and until then there would be twice as much.
 */
public final class RowMemory {
    private static final Logger LOG = LoggerFactory.getLogger(RowMemory.class);

    /** A page is emptied at once, and nobody should wait for long. */
    private static final int LARGEST = 1 << 20;

    private static final int SMALLEST = 4 << 10;
    private static final int FEWEST = 32;

    /** Of what the JVM may have outside its heap: the rest is for its network. */
    private static final double MOST = 0.75;

    private final int pageBytes;
    private final int pagesEach;
    private final IntFunction<ByteBuffer> allocator;
    private final Deque<ByteBuffer> free = new ArrayDeque<>();
    private boolean isExhausted;

    /** @param bytes how much a partition may have, about */
    RowMemory(long bytes) {
        this(bytes, ByteBuffer::allocateDirect);
    }

    RowMemory(long bytes, IntFunction<ByteBuffer> allocator) {
        this.allocator = allocator;
        this.pageBytes = (int) Math.max(SMALLEST, Math.min(LARGEST, bytes / FEWEST)) & -RowPage.UNIT;
        this.pagesEach = (int) Math.max(3, Math.min(bytes / pageBytes, RowPage.mostOf(pageBytes)));
    }

    /** So many bytes in equal shares, as far as the JVM allows. */
    static RowMemory of(long bytes, int partitions) {
        if (bytes > allowed()) {
            LOG.atWarn()
                    .log(
                            "odradek.state-store.rows-mib is {}, but this JVM leaves {} for it; give it more by"
                                    + " -XX:MaxDirectMemorySize, or set rows-mib to less",
                            bytes >> 20,
                            allowed() >> 20);
        }
        return new RowMemory(Math.min(bytes, allowed()) / partitions);
    }

    /** How many bytes there can be in this JVM. */
    public static long allowed() {
        String set = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .getVMOption("MaxDirectMemorySize")
                .getValue();
        long most = Long.parseLong(set);
        return (long) ((most == 0 ? Runtime.getRuntime().maxMemory() : most) * MOST);
    }

    /** How many bytes of memory the host has, or the container if that has a limit. */
    public static long host() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    }

    int pageBytes() {
        return pageBytes;
    }

    /** How many pages a partition may have. */
    int pagesEach() {
        return pagesEach;
    }

    /** A page, or none if the JVM has no more: to ask it again and again would cost a collection each time. */
    synchronized @Nullable ByteBuffer take() {
        if (!free.isEmpty() || isExhausted) {
            return free.poll();
        }
        try {
            return allocator.apply(pageBytes);
        } catch (OutOfMemoryError e) {
            isExhausted = true;
            LOG.atWarn().log("there is no more memory outside the heap for rows; they go to disk sooner");
            return null;
        }
    }

    synchronized void giveBack(ByteBuffer page) {
        free.add(page);
    }
}
