package dev.odradek.ingest.artifact;

import java.io.IOException;

/** More bytes came than one artifact may have; nothing was stored. */
final class TooManyBytesException extends IOException {
    private static final long serialVersionUID = 1L;

    TooManyBytesException(long limit) {
        super("An artifact may have at most " + limit + " bytes; split it, or raise odradek.artifacts.max-bytes.");
    }
}
