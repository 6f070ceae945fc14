package dev.odradek.ingest.artifact;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.odradek.ingest.artifact.Artifacts.Blob;
import dev.odradek.ingest.artifact.Artifacts.Stored;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileArtifactsTest {
    private static final byte[] HELLO = "hello".getBytes(UTF_8);
    private static final String HELLO_HEX = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

    @TempDir
    Path dir;

    @Test
    void aBlobLiesUnderItsTenantAndDigestAndNowhereElse() throws IOException {
        FileArtifacts artifacts = new FileArtifacts(dir);

        Stored first = artifacts.put("acme", measured(HELLO));
        Stored again = artifacts.put("acme", measured(HELLO));

        assertThat(first).isEqualTo(again).isEqualTo(new Stored(new Digest(HELLO_HEX), 5));
        assertThat(files()).containsExactly(dir.resolve("acme/2c/f2/" + HELLO_HEX));
        try (Blob blob = artifacts.get("acme", first.digest()).orElseThrow()) {
            assertThat(blob.bytes()).isEqualTo(5);
            assertThat(blob.in()).hasBinaryContent(HELLO);
        }
    }

    @Test
    void tenantsDoNotSeeEachOthers() throws IOException {
        FileArtifacts artifacts = new FileArtifacts(dir);
        Stored stored = artifacts.put("acme", measured(HELLO));

        assertThat(artifacts.get("other", stored.digest())).isEmpty();
    }

    @Test
    void anEmptyBlobIsABlob() throws IOException {
        FileArtifacts artifacts = new FileArtifacts(dir);
        Stored stored = artifacts.put("acme", measured(new byte[0]));

        try (Blob blob = artifacts.get("acme", stored.digest()).orElseThrow()) {
            assertThat(blob.in()).isEmpty();
        }
    }

    @Test
    void whatBreaksOffLeavesNothing() throws IOException {
        FileArtifacts artifacts = new FileArtifacts(dir);
        InputStream broken = new InputStream() {
            private int left = 100_000;

            @Override
            public int read() throws IOException {
                if (left-- <= 0) {
                    throw new IOException("the client is gone");
                }
                return 'x';
            }
        };

        assertThatThrownBy(() -> artifacts.put("acme", new Measured(broken, 1 << 20, Optional.empty())))
                .isInstanceOf(BrokenBodyException.class)
                .hasRootCauseMessage("the client is gone");
        assertThatThrownBy(
                        () -> artifacts.put("acme", new Measured(new ByteArrayInputStream(HELLO), 4, Optional.empty())))
                .isInstanceOf(TooManyBytesException.class)
                .hasMessageContaining("odradek.artifacts.max-bytes");
        assertThatThrownBy(() -> artifacts.put(
                        "acme",
                        new Measured(new ByteArrayInputStream(HELLO), 5, Optional.of(new Digest("0".repeat(64))))))
                .isInstanceOf(WrongDigestException.class)
                .hasMessageContaining(HELLO_HEX);
        assertThat(files()).isEmpty();
    }

    @Test
    void uploadsThatADeadProcessLeftAreRemovedAfterADay() throws IOException {
        Path old = Files.createDirectories(dir.resolve(".spool")).resolve("old.part");
        Files.writeString(old, "x");
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minusSeconds(90_000)));
        Path fresh = Files.writeString(dir.resolve(".spool/fresh.part"), "x");

        new FileArtifacts(dir);

        assertThat(files()).containsExactly(fresh);
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "a/b", "", "a.b", "../../etc", "a\0b"})
    void noTenantLeadsElsewhere(String tenant) {
        FileArtifacts artifacts = new FileArtifacts(dir);

        assertThatThrownBy(() -> artifacts.get(tenant, new Digest(HELLO_HEX)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sha256:../../etc/passwd",
                "sha256:" + HELLO_HEX + "/..",
                "sha256:2CF24DBA5FB0A30E26E83B2AC5B9E29E1B161E5C1FA7425E73043362938B9824",
                "sha1:" + HELLO_HEX,
                HELLO_HEX,
                "sha256:" + HELLO_HEX + "\n",
                ""
            })
    void nothingElseIsAName(String name) {
        assertThat(Digest.parse(name)).isEmpty();
    }

    @Test
    void aContentDigestIsRead() {
        String header = "sha-512=:AAAA:, sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:";

        assertThat(Digest.parseContentDigest(header)).contains(new Digest(HELLO_HEX));
        assertThat(Digest.parseContentDigest("md5=:AAAA:")).isEmpty();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(dir)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }

    private static Measured measured(byte[] bytes) {
        return new Measured(new ByteArrayInputStream(bytes), Long.MAX_VALUE, Optional.empty());
    }
}
