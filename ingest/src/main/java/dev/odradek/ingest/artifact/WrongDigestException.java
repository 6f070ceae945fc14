package dev.odradek.ingest.artifact;

import java.io.IOException;

/** The bytes that came are not those that were declared; nothing was stored. */
final class WrongDigestException extends IOException {
    private static final long serialVersionUID = 1L;

    WrongDigestException(Digest declared, Digest found) {
        super("The body was declared to be " + declared + ", but is " + found + "; send it again.");
    }
}
