package dev.odradek.ingest.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.ingest.Calls;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A worker of a test, over plain HTTP. */
final class HttpWorker {
    private final Calls http;
    private final String name;
    private final String incarnation;

    /** @param incarnation empty: it says nothing of its presence */
    HttpWorker(Calls http, String name, String incarnation) {
        this.http = http;
        this.name = name;
        this.incarnation = incarnation;
    }

    HttpWorker at(Calls other) {
        return new HttpWorker(other, name, incarnation);
    }

    String name() {
        return name;
    }

    Optional<JsonNode> claim(String queue, long waitMs) {
        Calls.Reply reply = http.post("/v1/queues/" + queue + "/claim", body("\"wait_ms\": " + waitMs));
        assertThat(reply.status()).as("%s", reply).isEqualTo(200);
        JsonNode claim = reply.json();
        return claim.isNull() ? Optional.empty() : Optional.of(claim);
    }

    JsonNode claimMany(String queue, int max, long waitMs) {
        Calls.Reply reply =
                http.post("/v1/queues/" + queue + "/claim", body("\"wait_ms\": " + waitMs + ", \"max\": " + max));
        assertThat(reply.status()).as("%s", reply).isEqualTo(200);
        return reply.json().path("claims");
    }

    private String body(String more) {
        String life = incarnation.isEmpty() ? "" : "\"incarnation\": \"" + incarnation + "\", ";
        return "{\"worker\": \"" + name + "\", " + life + more + "}";
    }

    Calls.Reply say(JsonNode claim, String what, String body) {
        return http.post("/v1/claims/" + claim.path("claim").asString() + "/" + what, body);
    }

    Calls.Reply complete(JsonNode claim) {
        return say(claim, "complete", "{}");
    }

    Calls.Reply beat(String role, JsonNode... claims) {
        StringBuilder current = new StringBuilder();
        for (JsonNode each : claims) {
            current.append(current.isEmpty() ? "\"" : ", \"")
                    .append(each.path("claim").asString())
                    .append('"');
        }
        return http.post(
                "/v1/workers/" + name + "/beat",
                "{\"incarnation\": \"" + incarnation + "\", \"role\": \"" + role + "\", \"state\": \""
                        + (claims.length == 0 ? "idle" : "busy") + "\", \"current\": [" + current + "]}");
    }
}
