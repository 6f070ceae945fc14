package dev.odradek.ingest.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.format.Json;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WebhookTest {
    @Test
    void anEventThatFailedAtOnceIsNotUnderWayWhenItComesAgain() {
        // What is asked of neither fails before: there is no item to move.
        Webhook webhook = new Webhook(Deliveries.trigger("slack"), name -> Optional.empty(), null, null);
        Verdict.Move nothing = new Verdict.Move(
                List.of(), null, "status", "done", Json.mapper().createObjectNode(), "event");

        assertThat(webhook.move(nothing, 0)).isCompletedExceptionally();
        assertThat(webhook.move(nothing, 0)).isCompletedExceptionally();
    }
}
