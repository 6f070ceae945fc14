package dev.odradek.ingest.access;

import java.util.function.Consumer;

/** Tells when a token is no more: what was opened with it and is open still must end. */
public interface TokenWatch {
    /** Whoever listens is told the id of each token that is revoked from now on, and must not wait. */
    void whenRevoked(Consumer<String> listener);

    boolean isRevoked(String tokenId);
}
