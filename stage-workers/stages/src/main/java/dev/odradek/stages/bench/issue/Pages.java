package dev.odradek.stages.bench.issue;

import dev.odradek.stages.web.Site;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Pages in a store like Notion's.
 *
 * @param databases where the pages of each kind of issue are; a kind without one has no pages
 */
public record Pages(Site site, Map<String, String> databases) {
    private static final String WHO = "the page store";

    public Pages {
        databases = Map.copyOf(databases);
    }

    /** The page that shows the issue, created if there is none; its id. */
    String pageOf(String issueId, JsonNode issue, String database) throws IOException, InterruptedException {
        Optional<String> found = find(issueId, database);
        if (found.isPresent()) {
            return found.get();
        }
        Map<String, Object> page =
                Map.of("parent", Map.of("database_id", database), "properties", PageText.properties(issueId, issue));
        return site.with("Idempotency-Key", "page-of-" + issueId)
                .post("/v1/pages", page)
                .required(WHO)
                .path("id")
                .asString();
    }

    /** Whoever created it may not have lived to write down its id. */
    private Optional<String> find(String issueId, String database) throws IOException, InterruptedException {
        Map<String, Object> filter =
                Map.of("filter", Map.of("property", "Issue", "rich_text", Map.of("equals", issueId)));
        JsonNode found =
                site.post("/v1/databases/" + database + "/query", filter).required(WHO);
        return Optional.of(found.path("results").path(0).path("id").asString(""))
                .filter(id -> !id.isEmpty());
    }

    void write(String pageId, String issueId, JsonNode issue) throws IOException, InterruptedException {
        site.patch("/v1/pages/" + pageId, Map.of("properties", PageText.properties(issueId, issue)))
                .required(WHO);
    }

    void status(String pageId, String status) throws IOException, InterruptedException {
        Map<String, Object> select = Map.of("Status", Map.of("select", Map.of("name", status)));
        site.patch("/v1/pages/" + pageId, Map.of("properties", select)).required(WHO);
    }
}
