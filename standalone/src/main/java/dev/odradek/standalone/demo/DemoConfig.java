package dev.odradek.standalone.demo;

import dev.odradek.standalone.service.StandaloneConfig;
import java.time.Duration;

/**
 * How large a run is.
 *
 * @param workers processes per stage
 * @param patience how long nothing may move before the run is given up and judged
 */
public record DemoConfig(StandaloneConfig standalone, String tenant, int items, int workers, Duration patience) {
    public DemoConfig {
        atLeast(1, "--items", items, "");
        atLeast(2, "--workers", workers, ": one of them is killed, and another takes over");
    }

    private static void atLeast(int least, String option, int value, String why) {
        if (value < least) {
            throw new IllegalArgumentException(option + " must be at least " + least + why + ", was " + value);
        }
    }
}
