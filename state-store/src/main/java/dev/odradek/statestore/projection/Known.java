package dev.odradek.statestore.projection;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The rows as they stand before some facts: those that the facts ask for. */
public interface Known {
    Known NOTHING = new Known() {
        @Override
        public @Nullable AxisRow axis(ItemKey item, String axis) {
            return null;
        }

        @Override
        public @Nullable JsonNode payload(ItemKey item) {
            return null;
        }
    };

    @Nullable AxisRow axis(ItemKey item, String axis);

    @Nullable JsonNode payload(ItemKey item);

    /** Which rows some facts ask for: of the items that none of them creates. */
    record Asked(Map<String, Map<String, Boolean>> byTenant) {

        /** Whether the payload is asked for besides the axes, by tenant and item. */
        public static Asked of(Iterable<Fact> facts) {
            Map<String, Map<String, Boolean>> asked = new TreeMap<>();
            Map<String, Map<String, Boolean>> created = new TreeMap<>();
            for (Fact fact : facts) {
                String tenant = fact.record().tenant();
                String id = fact.record().entityId();
                if (fact.isCreation()) {
                    created.computeIfAbsent(tenant, t -> new TreeMap<>()).put(id, true);
                } else if (fact.isOfItem()
                        && !created.getOrDefault(tenant, Map.of()).containsKey(id)) {
                    asked.computeIfAbsent(tenant, t -> new TreeMap<>()).merge(id, fact.isPatch(), Boolean::logicalOr);
                }
            }
            return new Asked(asked);
        }
    }
}
