package dev.odradek.runtime.dispatch;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits longer after each failure in a row and says only the first, so that an outage is neither storm nor flood. */
final class Patience {
    private static final Logger LOG = LoggerFactory.getLogger(Patience.class);
    private static final long FIRST_MS = 100;
    private static final long LONGEST_MS = 5_000;

    private final StopSignal stop;
    private int failures;

    Patience(StopSignal stop) {
        this.stop = stop;
    }

    void afterFailure(String queue, Exception failure) {
        if (failures == 0) {
            LOG.atWarn().addKeyValue("queue", queue).setCause(failure).log("taking dispatches failed, trying again");
        } else {
            LOG.atDebug().addKeyValue("queue", queue).setCause(failure).log("taking dispatches failed again");
        }
        long wait = Math.min(LONGEST_MS, FIRST_MS << Math.min(failures, 6));
        failures++;
        stop.givenWithin(Duration.ofMillis(wait));
    }

    void afterSuccess(String queue) {
        if (failures > 0) {
            LOG.atInfo().addKeyValue("queue", queue).log("taking dispatches again");
        }
        failures = 0;
    }
}
