package dev.odradek.ingest.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.event.Lease;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.event.Why;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.Json;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FactReaderTest {
    private static final Cause CAUSE = new Cause(1, 2, 3);

    @Test
    void aMoveSaysWhoHoldsTheAxis() {
        Lease lease = new Lease("w", "claim", "q", 1, 2, null);
        Event moved = new Event.Moved(
                "m", "status", "a", null, "b", Why.CLAIMED, 7, 1, 1, "w", lease, new Wakeup.Leased(), null);

        assertThat(FactReader.read(bytes(moved)))
                .contains(new AxisFact(new AxisKey("acme", 1, "item", "status"), CAUSE, 7, false, "w", "claim"));
    }

    @Test
    void anOfferMadeAgainSaysSo() {
        Event again = new Event.Rescheduled("m", "status", 7, new Wakeup.Dispatched("q", Lane.NORMAL, 9));

        assertThat(FactReader.read(bytes(again)))
                .contains(new AxisFact(new AxisKey("acme", 1, "item", "status"), CAUSE, 7, true, null, null));
    }

    @Test
    void whatIsAboutNoSingleAxisIsPassedOverWhateverItsPayloadLooksLike() {
        AxisState state = new AxisState("a", null, 1, 0, new Wakeup.Outside(), null, null, null);
        Event created = new Event.Created(
                "m",
                1,
                "k",
                null,
                Json.parse("{\"event\":{\"type\":\"Moved\"}}"),
                new TreeMap<>(Map.of("status", state)));

        assertThat(FactReader.read(bytes(created))).isEmpty();
        assertThat(FactReader.read("{\"event\":{\"type\":\"Moved\"".getBytes(StandardCharsets.UTF_8)))
                .isEmpty();
        assertThat(FactReader.read(null)).isEmpty();
    }

    private static byte[] bytes(Event event) {
        return Formats.EVENTS.write(new EventRecord(1, "acme", "item", CAUSE, "command", 0, event));
    }
}
