package dev.odradek.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class PayloadsTest {
    private static JsonNode payload(String bytes, String id) {
        return Payloads.of(Map.of("payload-bytes", bytes)).of(id).join();
    }

    @Test
    void aPayloadIsAsLargeAsAskedFor() {
        assertThat(payload("1000", "r-1").path("data").asString()).hasSize(1_000);
    }

    @Test
    void noTwoAreTheSame() {
        assertThat(payload("1000", "r-1")).isNotEqualTo(payload("1000", "r-2"));
    }

    @Test
    void unlessToldItIsNothingToSpeakOf() {
        assertThat(payload("0", "r-1").toString()).hasSizeLessThan(20);
    }
}
