package dev.odradek.ingest.artifact;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Keeps blobs under their digests, each tenant's apart; what was stored is there once {@code put} has returned. */
interface Artifacts extends AutoCloseable {

    /**
     * Stores everything that {@code in} holds.
     *
     * @param in ends with an exception if the bytes are too many or not those that were declared
     */
    Stored put(String tenant, Measured in) throws IOException;

    /** The blob, if it is there; whoever gets it closes it. */
    Optional<Blob> get(String tenant, Digest digest) throws IOException;

    @Override
    void close();

    /** What was stored under which name. */
    record Stored(Digest digest, long bytes) {}

    /** A blob to be read once. */
    record Blob(long bytes, InputStream in) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
