package dev.odradek.ingest.artifact;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.odradek.ingest.artifact.Artifacts.Blob;
import dev.odradek.ingest.artifact.Artifacts.Stored;
import dev.odradek.topics.settings.Settings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Artifacts in an S3-compatible store")
class S3ArtifactsIT {
    private static final byte[] HELLO = "hello".getBytes(UTF_8);
    private static final String HELLO_HEX = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

    @TempDir
    Path dir;

    private final FakeS3 s3 = new FakeS3();

    @AfterEach
    void stop() {
        s3.close();
    }

    @Test
    @DisplayName("X12 an object is put once, signed, under its tenant and digest, and comes back")
    void roundTrip() throws IOException {
        try (Artifacts artifacts = artifacts(s3.endpoint(), "in/")) {
            Stored stored = artifacts.put("acme", measured(HELLO));
            artifacts.put("acme", measured(HELLO));

            assertThat(stored.digest().hex()).isEqualTo(HELLO_HEX);
            assertThat(s3.objects()).containsOnlyKeys("in/acme/" + HELLO_HEX);
            assertThat(s3.requests()).filteredOn(each -> each.startsWith("PUT")).hasSize(1);
            try (Blob blob = artifacts.get("acme", stored.digest()).orElseThrow()) {
                assertThat(blob.bytes()).isEqualTo(5);
                assertThat(blob.in()).hasBinaryContent(HELLO);
            }
            assertThat(artifacts.get("other", stored.digest())).isEmpty();
        }
        assertThat(dir.resolve(".spool")).isEmptyDirectory();
    }

    @Test
    @DisplayName("a body of some megabytes arrives byte for byte")
    void large() throws IOException {
        byte[] body = new byte[5 << 20];
        new Random(7).nextBytes(body);

        try (Artifacts artifacts = artifacts(s3.endpoint(), "")) {
            Stored stored = artifacts.put("acme", measured(body));

            assertThat(s3.objects().get("acme/" + stored.digest().hex())).isEqualTo(body);
            try (Blob blob = artifacts.get("acme", stored.digest()).orElseThrow()) {
                assertThat(blob.in()).hasBinaryContent(body);
            }
        }
    }

    @Test
    @DisplayName("nothing is sent of what is too large or not what was declared")
    void refused() throws IOException {
        Digest other = new Digest("0".repeat(64));
        try (Artifacts artifacts = artifacts(s3.endpoint(), "")) {
            assertThatThrownBy(() -> artifacts.put(
                            "acme", new Measured(new ByteArrayInputStream(HELLO), 100, Optional.of(other))))
                    .isInstanceOf(WrongDigestException.class);
            assertThatThrownBy(() ->
                            artifacts.put("acme", new Measured(new ByteArrayInputStream(HELLO), 4, Optional.empty())))
                    .isInstanceOf(TooManyBytesException.class);
        }
        assertThat(s3.requests()).isEmpty();
        assertThat(Files.list(dir.resolve(".spool"))).isEmpty();
    }

    @Test
    @DisplayName("X13 a store that refuses or is away is said to be so, without the credentials")
    void away() throws IOException {
        try (Artifacts artifacts = artifacts("http://127.0.0.1:1", "")) {
            assertThatThrownBy(() -> artifacts.put("acme", measured(HELLO)))
                    .isInstanceOf(StoreAwayException.class)
                    .hasMessageContaining(FakeS3.BUCKET)
                    .hasMessageNotContainingAny(FakeS3.SECRET_KEY);
        }
        assertThat(config(s3.endpoint(), "").toString()).doesNotContain(FakeS3.SECRET_KEY);
    }

    @Test
    @DisplayName("X13 a store that does not take the signature is said to be so, and which settings to check")
    void wrongSecret() throws IOException {
        Digest hello = new Digest(HELLO_HEX);
        try (Artifacts artifacts = artifacts(config(s3.endpoint(), "", "not-the-secret"))) {
            for (ThrowingCallable each : List.<ThrowingCallable>of(
                    () -> artifacts.put("acme", measured(HELLO)), () -> artifacts.get("acme", hello))) {
                assertThatThrownBy(each)
                        .isInstanceOf(StoreAwayException.class)
                        .hasMessageContainingAll(FakeS3.BUCKET, "403", "odradek.artifacts.s3.secret-key")
                        .hasMessageNotContainingAny("not-the-secret");
            }
        }
        assertThat(s3.objects()).isEmpty();
    }

    private Artifacts artifacts(String endpoint, String prefix) {
        return artifacts(config(endpoint, prefix));
    }

    private static Artifacts artifacts(ArtifactConfig config) {
        return new S3Artifacts(config.s3().orElseThrow(), config.dir());
    }

    private ArtifactConfig config(String endpoint, String prefix) {
        return config(endpoint, prefix, FakeS3.SECRET_KEY);
    }

    private ArtifactConfig config(String endpoint, String prefix, String secretKey) {
        Map<String, String> values = new TreeMap<>();
        values.put("odradek.artifacts.dir", dir.toString());
        values.put("odradek.artifacts.s3.bucket", FakeS3.BUCKET);
        values.put("odradek.artifacts.s3.endpoint", endpoint);
        values.put("odradek.artifacts.s3.region", FakeS3.REGION);
        values.put("odradek.artifacts.s3.access-key", FakeS3.ACCESS_KEY);
        values.put("odradek.artifacts.s3.secret-key", secretKey);
        values.put("odradek.artifacts.s3.prefix", prefix);
        return ArtifactConfig.from(new Settings(values, Map.of()));
    }

    private static Measured measured(byte[] bytes) {
        return new Measured(new ByteArrayInputStream(bytes), Long.MAX_VALUE, Optional.empty());
    }
}
