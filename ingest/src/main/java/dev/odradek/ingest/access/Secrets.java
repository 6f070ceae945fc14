package dev.odradek.ingest.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A token's two halves: the id it is known by, and the secret that only its bearer has. */
record Secrets(String id, String secret) {
    private static final Pattern SHAPE = Pattern.compile("odr_([0-9a-f]{12})_([0-9a-f]{64})");
    private static final SecureRandom RANDOM = new SecureRandom();

    static Secrets fresh() {
        return new Secrets(random(6), random(32));
    }

    static Optional<Secrets> parse(String token) {
        Matcher matcher = SHAPE.matcher(token);
        return matcher.matches() ? Optional.of(new Secrets(matcher.group(1), matcher.group(2))) : Optional.empty();
    }

    /** What is kept of the secret. */
    String hash() {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /** Takes as long for a wrong hash as for the right one. */
    boolean fits(String hash) {
        return MessageDigest.isEqual(
                hash().getBytes(StandardCharsets.US_ASCII), hash.getBytes(StandardCharsets.US_ASCII));
    }

    /** The token as its bearer shows it. */
    String token() {
        return "odr_" + id + "_" + secret;
    }

    /** It must not get into a log by accident. */
    @Override
    public String toString() {
        return "odr_" + id + "_…";
    }

    private static String random(int bytes) {
        byte[] fresh = new byte[bytes];
        RANDOM.nextBytes(fresh);
        return HexFormat.of().formatHex(fresh);
    }
}
