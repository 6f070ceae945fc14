package dev.odradek.runtime;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.UUID;

/** Ids of claims, which nobody can guess: each is 128 random bits, drawn many at a time since drawing costs most. */
final class ClaimIds {
    private static final int AT_A_TIME = 256;

    private final SecureRandom random = new SecureRandom();
    private final ByteBuffer drawn =
            ByteBuffer.allocate(AT_A_TIME * 2 * Long.BYTES).limit(0);

    synchronized String next() {
        if (!drawn.hasRemaining()) {
            drawn.clear();
            random.nextBytes(drawn.array());
        }
        return new UUID(drawn.getLong(), drawn.getLong()).toString();
    }
}
