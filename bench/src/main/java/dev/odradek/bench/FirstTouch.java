package dev.odradek.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Uses the free memory of the machine once before anything is measured.
 *
 * <p>A virtual machine is given its memory by its host page by page, at the first use of each: until then a write into
 * the page cache takes four times as long, and whoever is measured first pays for all.
 */
final class FirstTouch {
    private static final double SHARE = 0.8;

    private FirstTouch() {}

    /** How many MiB were used; none on a machine that does not let us, which is then measured as it is. */
    static long make() throws InterruptedException {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long mebibytes = (long) (system.getFreeMemorySize() * SHARE) >> 20;
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:+AlwaysPreTouch",
                "-Xms" + mebibytes + "m",
                "-Xmx" + mebibytes + "m",
                "-version");
        try {
            Process touching = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                return touching.waitFor(5, TimeUnit.MINUTES) && touching.exitValue() == 0 ? mebibytes : 0;
            } finally {
                touching.destroyForcibly();
            }
        } catch (IOException notHere) {
            return 0;
        }
    }
}
