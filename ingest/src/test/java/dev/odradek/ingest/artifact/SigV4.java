package dev.odradek.ingest.artifact;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Checks requests as an S3 store does: it signs what came once more, from the description of Signature Version 4. */
final class SigV4 {
    private static final Pattern AUTHORIZATION = Pattern.compile("AWS4-HMAC-SHA256 Credential=([^/]+)/(\\d{8})/([^/]+)"
            + "/s3/aws4_request, *SignedHeaders=([a-z0-9;-]+), *Signature=([0-9a-f]{64})");

    private final String accessKey;
    private final String secretKey;
    private final String region;

    SigV4(String accessKey, String secretKey, String region) {
        this.accessKey = accessKey;
        this.secretKey = secretKey;
        this.region = region;
    }

    /** Whether the request, the digest of its body included, is signed with the secret of the access key. */
    boolean isSigned(HttpExchange exchange, byte[] body) {
        Headers headers = exchange.getRequestHeaders();
        Matcher given = AUTHORIZATION.matcher(String.valueOf(headers.getFirst("Authorization")));
        String content = String.valueOf(headers.getFirst("X-Amz-Content-Sha256"));
        String time = String.valueOf(headers.getFirst("X-Amz-Date"));
        if (!given.matches()
                || !given.group(1).equals(accessKey)
                || !time.startsWith(given.group(2))
                || !given.group(3).equals(region)
                || !(content.equals("UNSIGNED-PAYLOAD") || content.equals(sha256(body)))) {
            return false;
        }
        String scope = given.group(2) + "/" + region + "/s3/aws4_request";
        String text = "AWS4-HMAC-SHA256\n" + time + "\n" + scope + "\n"
                + sha256(canonical(exchange, given.group(4), content).getBytes(UTF_8));
        byte[] key = ("AWS4" + secretKey).getBytes(UTF_8);
        for (String step : scope.split("/")) {
            key = hmac(key, step);
        }
        return HexFormat.of().formatHex(hmac(key, text)).equals(given.group(5));
    }

    private static String canonical(HttpExchange exchange, String names, String content) {
        String query = exchange.getRequestURI().getRawQuery();
        String sorted =
                query == null ? "" : Arrays.stream(query.split("&")).sorted().collect(Collectors.joining("&"));
        String headers = Arrays.stream(names.split(";"))
                .map(name -> name + ":"
                        + exchange.getRequestHeaders().get(name).stream()
                                .map(String::strip)
                                .collect(Collectors.joining(","))
                        + "\n")
                .collect(Collectors.joining());
        return String.join(
                "\n",
                exchange.getRequestMethod(),
                exchange.getRequestURI().getRawPath(),
                sorted,
                headers,
                names,
                content);
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(UTF_8));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }
}
