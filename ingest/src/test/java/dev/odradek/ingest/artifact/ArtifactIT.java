package dev.odradek.ingest.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.ingest.Calls;
import dev.odradek.ingest.Calls.Reply;
import dev.odradek.ingest.IngestRig;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Artifacts over HTTP")
class ArtifactIT {
    private static final String HELLO = "sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
    private static final int LIMIT = 300_000;

    @TempDir
    static Path dir;

    private static IngestRig rig;

    @BeforeAll
    static void start() {
        rig = IngestRig.start(
                dir.resolve("rig"),
                Map.of(
                        "odradek.artifacts.dir", dir.resolve("artifacts").toString(),
                        "odradek.artifacts.max-bytes", String.valueOf(LIMIT)));
        rig.define("task.yaml");
    }

    @AfterAll
    static void stop() throws Exception {
        rig.close();
    }

    @Test
    @DisplayName("X12 a payload above the limit is 413 and names artifacts; the item carries the artifact's name")
    void byReference() {
        String large = "x".repeat(100_000);

        Reply refused = rig.http().post("/v1/items", "{\"machine\":\"task\",\"payload\":{\"log\":\"" + large + "\"}}");
        Reply stored = put(BodyPublishers.ofString(large), "");
        Reply posted = rig.http()
                .post("/v1/items", "{\"machine\":\"task\",\"payload\":{\"log\":\"" + stored.text("artifact") + "\"}}");

        assertThat(refused.status()).as(refused.toString()).isEqualTo(413);
        assertThat(refused.code()).isEqualTo("too_large");
        assertThat(refused.text("detail")).contains("/v1/artifacts");
        assertThat(stored.status()).as(stored.toString()).isEqualTo(201);
        assertThat(stored.json().path("bytes").asInt()).isEqualTo(100_000);
        assertThat(posted.status()).isEqualTo(202);
        Awaitility.await().untilAsserted(() -> {
            String name = rig.http()
                    .get("/v1/items/" + posted.text("id"))
                    .json()
                    .path("payload")
                    .path("log")
                    .asString("");
            assertThat(name).startsWith("sha256:");
            assertThat(rig.http().get("/v1/artifacts/" + name).body()).isEqualTo(large);
        });
    }

    @Test
    @DisplayName("X12 the name is the digest, the same bytes have one name, and HEAD tells the size")
    void contentAddressed() {
        Reply first = put(BodyPublishers.ofString("hello"), "");
        Reply again = rig.http().send("POST", "/v1/artifacts", "hello", "application/x-www-form-urlencoded");
        Reply read = rig.http().get("/v1/artifacts/" + HELLO);
        Reply head =
                rig.http().send(rig.http().request("/v1/artifacts/" + HELLO).method("HEAD", BodyPublishers.noBody()));

        assertThat(first.text("artifact")).isEqualTo(again.text("artifact")).isEqualTo(HELLO);
        assertThat(first.header("Location")).isEqualTo("/v1/artifacts/" + HELLO);
        assertThat(read.body()).isEqualTo("hello");
        assertThat(read.header("ETag")).isEqualTo("\"" + HELLO + "\"");
        assertThat(read.header("Content-Type")).isEqualTo("application/octet-stream");
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.header("Content-Length")).isEqualTo("5");
        assertThat(rig.http()
                        .with("Odradek-Tenant", "another")
                        .get("/v1/artifacts/" + HELLO)
                        .status())
                .isEqualTo(404);
    }

    @Test
    @DisplayName("X12 bytes that are not what was declared are 422, and nothing is kept")
    void wrongDigest() throws Exception {
        String digest = "sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:";

        Reply wrong = put(BodyPublishers.ofString("not hello"), "?artifact=" + HELLO);
        Reply wrongHeader = rig.http()
                .with("Content-Digest", digest)
                .send(rig.http()
                        .with("Content-Digest", digest)
                        .request("/v1/artifacts")
                        .PUT(BodyPublishers.ofString("no")));
        Reply right = rig.http()
                .send(rig.http()
                        .with("Content-Digest", digest)
                        .request("/v1/artifacts")
                        .PUT(BodyPublishers.ofString("hello")));
        Reply odd = put(BodyPublishers.ofString("hello"), "?artifact=md5:1");
        Reply unchecked = rig.http()
                .send(rig.http()
                        .with("Content-Digest", "sha-512=:AAAA:")
                        .request("/v1/artifacts")
                        .PUT(BodyPublishers.ofString("hello")));
        Reply torn = rig.http()
                .send(rig.http()
                        .with("Content-Digest", digest)
                        .request("/v1/artifacts?artifact=" + HELLO.replace('2', '3'))
                        .PUT(BodyPublishers.ofString("hello")));

        assertThat(wrong.status()).isEqualTo(422);
        assertThat(wrong.code()).isEqualTo("wrong_digest");
        assertThat(wrongHeader.status()).isEqualTo(422);
        assertThat(right.status()).isEqualTo(201);
        assertThat(odd.status()).isEqualTo(400);
        assertThat(unchecked.status()).as(unchecked.toString()).isEqualTo(400);
        assertThat(unchecked.text("detail")).contains("sha-256=:<base64 of 32 bytes>:");
        assertThat(torn.status()).as(torn.toString()).isEqualTo(400);
        try (Stream<Path> left = Files.list(dir.resolve("artifacts/.spool"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    @DisplayName("X12 more than the limit is 413, whether it was announced or not")
    void tooLarge() {
        byte[] body = new byte[LIMIT + 1];

        Reply announced = put(BodyPublishers.ofByteArray(body), "");
        Reply streamed = put(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)), "");
        Reply fits = put(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body, 0, LIMIT)), "");

        assertThat(announced.status()).as(announced.toString()).isEqualTo(413);
        assertThat(streamed.status()).as(streamed.toString()).isEqualTo(413);
        assertThat(streamed.text("detail")).contains(String.valueOf(LIMIT)).contains("odradek.artifacts.max-bytes");
        assertThat(fits.status()).isEqualTo(201);
    }

    @ParameterizedTest
    @DisplayName("X12 what is not there, or leads elsewhere, is 404")
    @ValueSource(
            strings = {
                "sha256:0000000000000000000000000000000000000000000000000000000000000000",
                "sha256:..%2F..%2F..%2Fetc%2Fpasswd",
                "..%2F..%2Frig",
                "%2e%2e",
                "x"
            })
    void nothingElse(String name) {
        Reply reply = rig.http().get("/v1/artifacts/" + name);

        assertThat(reply.status()).as(reply.toString()).isBetween(400, 404);
        assertThat(reply.body()).doesNotContain("root:");
    }

    @Test
    @DisplayName("X12 an object store that does not answer is 503, and its credentials are not told")
    void storeAway() {
        String url = rig.anotherIngest(Map.of(
                        "odradek.artifacts.s3.bucket", "blobs",
                        "odradek.artifacts.s3.endpoint", "http://127.0.0.1:1",
                        "odradek.artifacts.s3.access-key", "AKIATEST",
                        "odradek.artifacts.s3.secret-key", "very-secret"))
                .url();
        Calls calls = new Calls(url);

        Reply stored = calls.send(calls.request("/v1/artifacts").PUT(BodyPublishers.ofString("hello")));
        Reply read = calls.get("/v1/artifacts/" + HELLO);

        assertThat(stored.status()).as(stored.toString()).isEqualTo(503);
        assertThat(stored.code()).isEqualTo("store_away");
        assertThat(stored.header("Retry-After")).isNotBlank();
        assertThat(stored.body()).doesNotContain("very-secret");
        assertThat(read.code()).isEqualTo("store_away");
    }

    private static Reply put(BodyPublisher body, String query) {
        return rig.http().send(rig.http().request("/v1/artifacts" + query).PUT(body));
    }
}
