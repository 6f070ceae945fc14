package dev.odradek.stages.bench.issue;

import dev.odradek.stages.web.Site;
import java.io.IOException;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A channel of a chat like Slack. */
public record Chat(Site site, String channel) {
    /** Says something once per key; the message's time stamp, which is its name. */
    String say(String key, String text) throws IOException, InterruptedException {
        JsonNode said = site.with("Idempotency-Key", key)
                .post("/api/chat.postMessage", Map.of("channel", channel, "text", text))
                .required("the chat");
        if (!said.path("ok").asBoolean(false)) {
            throw new IllegalStateException("the chat refuses: " + said);
        }
        return said.path("ts").asString();
    }
}
