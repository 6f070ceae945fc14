package dev.odradek.ingest.artifact;

import dev.odradek.topics.settings.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where artifacts are kept.
 *
 * @param dir the files themselves, or what is on its way to the object store
 * @param maxBytes the largest artifact
 */
record ArtifactConfig(Path dir, long maxBytes, Optional<S3> s3) {
    static final String ROOT = "odradek.artifacts.";
    static final long DEFAULT_MAX_BYTES = 1L << 30;

    /**
     * An S3-compatible object store.
     *
     * @param endpoint absent: Amazon's own
     * @param credentials absent: where Amazon's tools look for them
     */
    record S3(String bucket, String region, Optional<URI> endpoint, Optional<Credentials> credentials, String prefix) {
        /** One object is sent in one request, which may not be larger. */
        static final long LARGEST = 5L << 30;
    }

    /** Says nothing of itself: it must not come into a log. */
    record Credentials(String accessKey, String secretKey) {
        @Override
        public String toString() {
            return "Credentials[***]";
        }
    }

    ArtifactConfig {
        if (maxBytes < 1) {
            throw new IllegalArgumentException(ROOT + "max-bytes must be at least 1, was " + maxBytes);
        }
        if (s3.isPresent() && maxBytes > S3.LARGEST) {
            throw new IllegalArgumentException(
                    ROOT + "max-bytes must be at most " + S3.LARGEST + " with an object store, was " + maxBytes);
        }
    }

    static ArtifactConfig from(Settings settings) {
        String bucket = settings.text(ROOT + "s3.bucket", "");
        return new ArtifactConfig(
                Path.of(settings.text(
                        ROOT + "dir",
                        Path.of(System.getProperty("user.home"), ".odradek", "artifacts")
                                .toString())),
                number(settings, ROOT + "max-bytes"),
                bucket.isBlank() ? Optional.empty() : Optional.of(s3(settings, bucket)));
    }

    private static S3 s3(Settings settings, String bucket) {
        Optional<String> endpoint = optional(settings, "s3.endpoint");
        Optional<String> access = optional(settings, "s3.access-key");
        Optional<String> secret = optional(settings, "s3.secret-key");
        if (access.isPresent() != secret.isPresent()) {
            throw new IllegalArgumentException(
                    ROOT + "s3.access-key and " + ROOT + "s3.secret-key must be set both, or neither");
        }
        return new S3(
                bucket,
                settings.text(ROOT + "s3.region", "us-east-1"),
                endpoint.map(ArtifactConfig::uri),
                access.map(key -> new Credentials(key, secret.orElseThrow())),
                settings.text(ROOT + "s3.prefix", ""));
    }

    private static URI uri(String text) {
        if (!text.matches("https?://[^\\s/]+/?")) {
            throw new IllegalArgumentException(
                    ROOT + "s3.endpoint must be an address such as https://minio.internal:9000, was " + text);
        }
        return URI.create(text);
    }

    private static Optional<String> optional(Settings settings, String key) {
        return Optional.of(settings.text(ROOT + key, "")).filter(text -> !text.isBlank());
    }

    private static long number(Settings settings, String key) {
        String text = settings.text(key, String.valueOf(DEFAULT_MAX_BYTES));
        try {
            return Long.parseLong(text.trim());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(key + " must be a whole number of bytes, was " + text, e);
        }
    }
}
