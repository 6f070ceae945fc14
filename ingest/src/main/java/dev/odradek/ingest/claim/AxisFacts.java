package dev.odradek.ingest.claim;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The newest fact about each axis, of those heard last.
 *
 * <p>Facts and dispatches come by different topics: whoever reads a dispatch late must know that it is over already.
 */
final class AxisFacts {
    private final int most;
    private final LinkedHashMap<AxisKey, AxisFact> byAxis = new LinkedHashMap<>();

    AxisFacts(int most) {
        this.most = most;
    }

    /** Whether this is newer than what was known. */
    boolean hear(AxisFact fact) {
        AxisFact known = byAxis.get(fact.key());
        if (known != null && known.cause().compareTo(fact.cause()) >= 0) {
            return false;
        }
        byAxis.remove(fact.key());
        byAxis.put(fact.key(), fact);
        if (byAxis.size() > most) {
            Map.Entry<AxisKey, AxisFact> oldest = byAxis.entrySet().iterator().next();
            byAxis.remove(oldest.getKey());
        }
        return true;
    }

    Optional<AxisFact> of(AxisKey key) {
        return Optional.ofNullable(byAxis.get(key));
    }

    boolean isOver(Offer offer) {
        AxisFact known = byAxis.get(offer.key());
        return known != null && known.ends(offer);
    }

    void clear() {
        byAxis.clear();
    }

    int size() {
        return byAxis.size();
    }
}
