package dev.odradek.ingest.artifact;

import java.io.IOException;

/** The body ended before its end; nothing was stored. */
final class BrokenBodyException extends IOException {
    private static final long serialVersionUID = 1L;

    BrokenBodyException(IOException cause) {
        super("The body could not be read to its end; send it again.", cause);
    }
}
