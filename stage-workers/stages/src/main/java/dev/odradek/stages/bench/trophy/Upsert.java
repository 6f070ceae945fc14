package dev.odradek.stages.bench.trophy;

import dev.odradek.topics.format.Json;
import dev.odradek.topics.route.Ids;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An issue that is to be there, and the evidence that it is to have. Pure.
 *
 * @param evidence a field for each call of each trophy, so that the same evidence written twice is there once
 */
record Upsert(String issueId, String kind, String title, ObjectNode evidence) {

    /** A trophy as the dedup has it in hand. */
    record Trophy(String id, JsonNode payload) {}

    /** One for each issue, in the order in which the trophies name them. */
    static List<Upsert> of(String tenant, List<Trophy> trophies) {
        Map<String, Upsert> byIssue = new LinkedHashMap<>();
        for (Trophy trophy : trophies) {
            for (Finding finding : Finding.of(trophy.payload())) {
                String id = Ids.forKey(tenant, finding.issueKey());
                byIssue.computeIfAbsent(
                                id,
                                fresh -> new Upsert(
                                        id,
                                        finding.kind(),
                                        finding.title(),
                                        Json.mapper().createObjectNode()))
                        .evidence()
                        .putObject("evidence/" + trophy.id() + "/" + finding.callIndex())
                        .put("detail", finding.detail())
                        .put("tentative", finding.tentative());
            }
        }
        return List.copyOf(byIssue.values());
    }

    /** The issue as it is created, its first evidence included. */
    ObjectNode payload() {
        return evidence.deepCopy().put("kind", kind).put("title", title);
    }
}
