package dev.odradek.ingest.http;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The problem behind any failure. */
public final class Problems {
    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

    private Problems() {}

    /** What the failure is to a client; one that must not be is logged, and told without what is in it. */
    public static ProblemException of(Throwable failure) {
        return Causes.problem(failure).orElseGet(() -> {
            LOG.atError().setCause(failure).log("a request failed");
            return Problem.INTERNAL.because(
                    "The request failed for a reason that is in the log of the server; report it.");
        });
    }
}
