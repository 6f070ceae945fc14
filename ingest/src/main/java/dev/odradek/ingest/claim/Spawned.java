package dev.odradek.ingest.claim;

import dev.odradek.ingest.http.Problem;
import dev.odradek.ingest.item.Delays;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.route.Ids;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** An item that comes to be with a completion, or not at all. */
record Spawned(
        @Nullable String machine,
        @Nullable JsonNode payload,
        @Nullable String partitionKey,
        @Nullable Long delayMs,
        @Nullable String idempotencyKey) {

    /** The same completion sent twice names the same items. */
    static List<NewItem> items(ClaimHandle claim, @Nullable List<@Nullable Spawned> wanted) {
        List<NewItem> items = new ArrayList<>();
        for (Spawned each : wanted == null ? List.<Spawned>of() : wanted) {
            if (each == null || each.machine() == null) {
                throw Problem.BAD_REQUEST.because("spawn must hold objects that each name a machine.");
            }
            Long delay = each.delayMs();
            String id = each.id(claim, items.size());
            String key = Bounds.optionalName("partition_key", each.partitionKey());
            items.add(new NewItem(
                    id,
                    Bounds.name("machine", each.machine()),
                    0,
                    // Beside its parent, the same key would be another item for each parent's partition.
                    key == null && each.idempotencyKey() != null ? id : key,
                    each.payload() == null ? JsonNodeFactory.instance.objectNode() : each.payload(),
                    delay == null ? 0 : Delays.within("delay_ms", delay)));
        }
        return items;
    }

    private String id(ClaimHandle claim, int index) {
        String tenant = claim.key().tenant();
        return idempotencyKey == null
                ? Ids.derived(
                        tenant,
                        claim.key().itemId(),
                        claim.key().axis(),
                        String.valueOf(claim.token().epoch()),
                        String.valueOf(index))
                : Ids.forKey(tenant, idempotencyKey, partitionKey);
    }
}
