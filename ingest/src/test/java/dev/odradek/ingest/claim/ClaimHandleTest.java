package dev.odradek.ingest.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.command.Token;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClaimHandleTest {
    @Test
    void whateverIsInItComesOutAgain() {
        ClaimHandle handle = new ClaimHandle(
                new AxisKey("acme", 0, "item/with \"odd\" ünïcode", "status"),
                new Token(7, "claim-1"),
                "key",
                new ClaimHandle.Holder("worker", "life-1"));

        assertThat(handle.text()).matches("[A-Za-z0-9_-]+");
        assertThat(ClaimHandle.parse(handle.text(), 1)).contains(handle);
    }

    @Test
    void aWorkerNeedsNoIncarnation() {
        ClaimHandle handle = new ClaimHandle(
                new AxisKey("acme", 0, "i", "status"), new Token(7, "c"), "k", new ClaimHandle.Holder("w", null));

        assertThat(ClaimHandle.parse(handle.text(), 1)).contains(handle);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "x", "!!!", "null", "[]", "{}", "{\"t\":\"acme\"}", "{\"t\":1,\"i\":{}}", "{\"e\":\"x\"}"})
    void anythingElseIsNoClaim(String text) {
        String encoded = Base64.getUrlEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));

        assertThat(ClaimHandle.parse(text, 1)).isEmpty();
        assertThat(ClaimHandle.parse(encoded, 1)).isEmpty();
    }
}
