package dev.odradek.ingest.artifact;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The name of an artifact: {@code sha256:} and 64 lower-case hex digits, so that no name leads out of its place. */
record Digest(String hex) {
    private static final String PREFIX = "sha256:";
    private static final Pattern NAME = Pattern.compile(PREFIX + "([0-9a-f]{64})");
    /** One of those in a header by RFC 9530: {@code sha-256=:<base64>:}. */
    private static final Pattern MEMBER = Pattern.compile("([a-z][a-z0-9-]*)=:([A-Za-z0-9+/]*={0,2}):");
    /** 32 bytes in base64. */
    private static final Pattern SHA256 = Pattern.compile("[A-Za-z0-9+/]{43}=");

    static Optional<Digest> parse(String name) {
        Matcher matcher = NAME.matcher(name);
        return matcher.matches() ? Optional.of(new Digest(matcher.group(1))) : Optional.empty();
    }

    /** Empty if the header is malformed, or declares nothing that is checked here: SHA-256, perhaps among others. */
    static Optional<Digest> parseContentDigest(String header) {
        Optional<Digest> found = Optional.empty();
        for (String member : header.split(",", -1)) {
            Matcher matcher = MEMBER.matcher(member.strip());
            if (!matcher.matches()) {
                return Optional.empty();
            }
            if (matcher.group(1).equals("sha-256")) {
                if (!SHA256.matcher(matcher.group(2)).matches()) {
                    return Optional.empty();
                }
                found = Optional.of(of(Base64.getDecoder().decode(matcher.group(2))));
            }
        }
        return found;
    }

    static Digest of(byte[] sha256) {
        return new Digest(HexFormat.of().formatHex(sha256));
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return PREFIX + hex;
    }
}
