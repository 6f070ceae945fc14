package dev.odradek.standalone.sample;

import dev.odradek.standalone.service.StandaloneConfig;
import java.time.Duration;

/**
 * Where the sample runs.
 *
 * @param patience how long a step may take before the run is given up and judged
 */
public record SampleConfig(StandaloneConfig standalone, Duration patience) {}
