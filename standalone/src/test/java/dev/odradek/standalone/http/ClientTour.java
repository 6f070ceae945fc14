package dev.odradek.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.odradek.client.ApiException;
import dev.odradek.client.Beat;
import dev.odradek.client.Claimed;
import dev.odradek.client.OdradekClient;
import dev.odradek.client.Post;
import dev.odradek.client.Result;
import dev.odradek.client.Wanted;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Every call of the client once, on the machine {@link #MACHINE}; {@code client_tour.py} is the same in Python. */
record ClientTour(OdradekClient client) {
    static final String MACHINE = """
            machine: tour
            axes:
              status:
                initial: parked
                states: [parked, ready, doing, done, failed]
                terminal: [done, failed]
                edges: {parked: [ready]}
                claims:
                  - {queue: tour, from: ready, into: doing, done: done}
            """;

    void take() throws Exception {
        items();
        artifacts();
        assertThat(refusal(() -> client.get("nobody")).code()).isEqualTo("not_found");
        assertThat(refusal(() -> client.post("no-such-machine", Map.of())).code())
                .isEqualTo("unknown_machine");
        try (OdradekClient nowhere = OdradekClient.to("http://127.0.0.1:9")) {
            assertThat(refusal(() -> nowhere.get("nobody")).status()).isZero();
        }
    }

    private void items() {
        Post post = Post.of("tour", Map.of("who", "java")).key("tour-in-java");
        String item = client.post(post.waiting()).id();
        assertThat(client.post(post).id()).isEqualTo(item);
        String patched = client.patch(item, Map.of("seen", true)).token();
        assertThat(client.get(item, patched).path("payload").toString()).contains("\"who\":\"java\"", "\"seen\":true");
        assertThat(refusal(() -> client.transition(item, null, "done", null)).code())
                .isEqualTo("illegal_edge");
        String moved =
                client.transition(item, "status", "ready", Map.of("more", 1)).token();
        assertThat(client.list(Map.of("machine", "tour", "after", moved)).toString())
                .contains(item);
        client.beat("tourist", new Beat("one", "tour", List.of()));

        String claim = claim();
        client.heartbeat(claim);
        client.giveUp(claim, "not today");
        assertThat(state(item)).isEqualTo("failed");
        client.requeue(item, null);
        client.release(claim());
        String last = claim();
        client.complete(
                last, Result.done().to("done").patch(Map.of("end", "good")).spawn("tour", Map.of()));
        assertThat(state(item)).isEqualTo("done");
        assertThat(refusal(() -> client.fail(last, "too late")).status()).isEqualTo(409);

        String parked = client.post(
                        Post.of("tour", Map.of()).delay(Duration.ofHours(1)).partitionKey("p"))
                .id();
        String cancelled = client.cancel(parked, "enough").token();
        assertThat(client.get(parked, cancelled)
                        .path("axes")
                        .path("status")
                        .path("status")
                        .asString())
                .isEqualTo("cancelled");
    }

    private void artifacts() throws Exception {
        byte[] content = new byte[1 << 20];
        new Random(1).nextBytes(content);
        String artifact = client.putArtifact(() -> new ByteArrayInputStream(content));
        try (InputStream stored = client.getArtifact(artifact)) {
            assertThat(stored.readAllBytes()).isEqualTo(content);
        }
        assertThat(refusal(() -> client.getArtifact("sha256:" + "0".repeat(64)).close())
                        .status())
                .isEqualTo(404);
    }

    private String claim() {
        List<Claimed> claims = client.claim("tour", new Wanted("tourist", "one", "status", 1, Duration.ofSeconds(20)));
        assertThat(claims).hasSize(1);
        return claims.get(0).claim();
    }

    private String state(String item) {
        return client.get(item).path("axes").path("status").path("status").asString();
    }

    private static ApiException refusal(ThrowingCallable call) {
        return catchThrowableOfType(ApiException.class, call);
    }
}
