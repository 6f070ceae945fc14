package dev.odradek.statestore.stream;

import java.util.Arrays;
import java.util.Base64;
import java.util.Random;

/** Rows that have nothing in common, so that none becomes shorter by the others. */
final class Noise {
    private Noise() {}

    static byte[] row(int length, int seed) {
        byte[] noise = new byte[length];
        new Random(seed).nextBytes(noise);
        return Arrays.copyOf(Base64.getEncoder().encode(noise), length);
    }
}
