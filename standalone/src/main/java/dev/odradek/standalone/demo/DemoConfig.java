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
        atLeastOne("--items", items);
        atLeastOne("--workers", workers);
    }

    private static void atLeastOne(String option, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(option + " must be at least 1, was " + value);
        }
    }
}
