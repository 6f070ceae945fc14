package dev.odradek.ingest.trigger;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * How a sender proves itself: HMAC-SHA256 under a shared secret that is known here by its name alone.
 *
 * @param prefix what stands before the signature in its header
 * @param over what is signed: {@code {body}} is the raw body, {@code {timestamp}} the replay header's value
 */
record Signature(String header, String prefix, String over, Encoding encoding, String secretEnv) {
    static final String BODY = "{body}";
    static final String TIMESTAMP = "{timestamp}";

    enum Encoding {
        HEX,
        BASE64
    }

    boolean coversTime() {
        return over.contains(TIMESTAMP);
    }

    /** Whether {@code given} is what the secret's owner would have sent; takes as long for any wrong one. */
    boolean matches(String given, String secret, String timestamp, byte[] body) {
        byte[] expected = sign(secret, timestamp, body).getBytes(UTF_8);
        return MessageDigest.isEqual(expected, given.getBytes(UTF_8));
    }

    String sign(String secret, String timestamp, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
            int at = over.indexOf(BODY);
            // The time is put in before and after the body, never into it: a body may hold the word.
            mac.update(over.substring(0, at).replace(TIMESTAMP, timestamp).getBytes(UTF_8));
            mac.update(body);
            mac.update(over.substring(at + BODY.length())
                    .replace(TIMESTAMP, timestamp)
                    .getBytes(UTF_8));
            byte[] signed = mac.doFinal();
            return prefix
                    + (encoding == Encoding.HEX
                            ? HexFormat.of().formatHex(signed)
                            : Base64.getEncoder().encodeToString(signed));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has HmacSHA256, and a secret is never empty", e);
        }
    }
}
