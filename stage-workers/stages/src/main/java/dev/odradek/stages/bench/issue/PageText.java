package dev.odradek.stages.bench.issue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** An issue as its page shows it. Pure. */
final class PageText {
    private static final String EVIDENCE = "evidence/";

    private PageText() {}

    /** The page's properties; {@code Issue} is by what it is found again. */
    static Map<String, Object> properties(String issueId, JsonNode issue) {
        return Map.of(
                "Name", Map.of("title", List.of(text(issue.path("title").asString("")))),
                "Issue", Map.of("rich_text", List.of(text(issueId))),
                "Kind", Map.of("select", Map.of("name", issue.path("kind").asString(""))),
                "Evidence", Map.of("rich_text", List.of(text(String.join("\n", evidence(issue))))));
    }

    /** Trophy and call of each piece, and what was seen there. */
    static List<String> evidence(JsonNode issue) {
        List<String> lines = new ArrayList<>();
        issue.properties().stream()
                .filter(field -> field.getKey().startsWith(EVIDENCE))
                .map(field -> field.getKey().substring(EVIDENCE.length()) + " "
                        + field.getValue().path("detail").asString(""))
                .sorted()
                .forEach(lines::add);
        return lines;
    }

    static Map<String, Object> text(String content) {
        return Map.of("text", Map.of("content", content));
    }
}
