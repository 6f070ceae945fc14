package dev.odradek.ingest.artifact;

import java.io.IOException;

/** The object store did not do what it was asked to. */
final class StoreAwayException extends IOException {
    private static final long serialVersionUID = 1L;

    StoreAwayException(String message, Throwable cause) {
        super(message, cause);
    }
}
