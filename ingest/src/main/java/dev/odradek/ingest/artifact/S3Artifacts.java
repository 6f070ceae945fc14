package dev.odradek.ingest.artifact;

import dev.odradek.ingest.access.Tenants;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Blobs as objects of an S3-compatible store, {@code <prefix><tenant>/<digest>}.
 *
 * <p>A body lies on disk first: only its end tells under which name it is to be sent.
 */
final class S3Artifacts implements Artifacts {
    private final ArtifactConfig.S3 config;
    private final Spool spool;
    private final S3Client s3;

    S3Artifacts(ArtifactConfig.S3 config, Path dir) {
        this.config = config;
        this.spool = new Spool(dir.resolve(".spool"));
        this.s3 = client(config);
    }

    private static S3Client client(ArtifactConfig.S3 config) {
        S3ClientBuilder builder = S3Client.builder()
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .region(Region.of(config.region()))
                .forcePathStyle(true)
                // What other stores than Amazon's understand: a plain body, and no checksum they have not heard of.
                .serviceConfiguration(
                        S3Configuration.builder().chunkedEncodingEnabled(false).build())
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED);
        config.endpoint().ifPresent(builder::endpointOverride);
        config.credentials()
                .ifPresent(keys -> builder.credentialsProvider(StaticCredentialsProvider.create(
                        AwsBasicCredentials.create(keys.accessKey(), keys.secretKey()))));
        return builder.build();
    }

    @Override
    public Stored put(String tenant, Measured in) throws IOException {
        Path part = spool.take(in);
        try {
            Digest digest = in.digest();
            String key = key(tenant, digest);
            if (!isThere(key)) {
                s3.putObject(request -> request.bucket(config.bucket()).key(key), RequestBody.fromFile(part));
            }
            return new Stored(digest, in.bytes());
        } catch (SdkException e) {
            throw away(e);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private boolean isThere(String key) {
        try {
            s3.headObject(request -> request.bucket(config.bucket()).key(key));
            return true;
        } catch (S3Exception e) {
            // Whoever may not list a bucket is told 403 for what is not there.
            if (e.statusCode() == 404 || e.statusCode() == 403) {
                return false;
            }
            throw e;
        }
    }

    @Override
    public Optional<Blob> get(String tenant, Digest digest) throws IOException {
        try {
            ResponseInputStream<GetObjectResponse> found =
                    s3.getObject(request -> request.bucket(config.bucket()).key(key(tenant, digest)));
            return Optional.of(new Blob(found.response().contentLength(), found));
        } catch (NoSuchKeyException e) {
            return Optional.empty();
        } catch (SdkException e) {
            throw away(e);
        }
    }

    private String key(String tenant, Digest digest) {
        Tenants.check(tenant);
        return config.prefix() + tenant + "/" + digest.hex();
    }

    private StoreAwayException away(SdkException e) {
        boolean refused = e instanceof S3Exception answer && (answer.statusCode() == 403 || answer.statusCode() == 401);
        String hint = refused
                ? " Check odradek.artifacts.s3.access-key, odradek.artifacts.s3.secret-key, and what they may do."
                : "";
        return new StoreAwayException(
                "The object store of the bucket " + config.bucket() + " does not do it: " + e.getMessage() + "." + hint,
                e);
    }

    @Override
    public void close() {
        s3.close();
    }
}
