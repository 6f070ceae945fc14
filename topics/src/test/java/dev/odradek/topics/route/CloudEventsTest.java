package dev.odradek.topics.route;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.event.Event;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CloudEventsTest {
    @Test
    void theHeadersAreThoseOfTheBinaryMode() {
        Headers headers = CloudEvents.ofTopic("odradek.events")
                .headers("3:1042:0", new Event.Resumed("fetch"), "acme/fetch".getBytes(UTF_8), 1_700_000_000_123L);

        Map<String, String> found = new LinkedHashMap<>();
        headers.forEach(each -> found.put(each.key(), new String(each.value(), UTF_8)));
        assertThat(found)
                .containsExactly(
                        Map.entry("ce_specversion", "1.0"),
                        Map.entry("ce_id", "3:1042:0"),
                        Map.entry("ce_source", "urn:odradek:topic:odradek.events"),
                        Map.entry("ce_type", "dev.odradek.event.Resumed"),
                        Map.entry("ce_subject", "acme/fetch"),
                        Map.entry("ce_time", "2023-11-14T22:13:20.123Z"),
                        Map.entry("content-type", "application/json"));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 951_782_399_999L, 951_782_400_000L, 1_789_000_000_007L, 253_402_300_799_999L})
    void theTimeIsTheInstant(long timeMs) {
        String text = new String(CloudEvents.time(timeMs), UTF_8);

        assertThat(text).hasSize(24);
        assertThat(Instant.parse(text).toEpochMilli()).isEqualTo(timeMs);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 253_402_300_800_000L, Long.MAX_VALUE, Long.MIN_VALUE})
    void oddTimesAreStillTimes(long timeMs) {
        assertThat(Instant.parse(new String(CloudEvents.time(timeMs), UTF_8)).toEpochMilli())
                .isEqualTo(timeMs);
    }
}
