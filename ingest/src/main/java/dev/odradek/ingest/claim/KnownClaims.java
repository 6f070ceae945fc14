package dev.odradek.ingest.claim;

import dev.odradek.topics.event.Cause;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The claims that are held as far as is known: granted or verified here, and not over by any fact since. */
final class KnownClaims {
    /** A claim, and the latest point of the log at which it was held. */
    private record Known(ClaimHandle claim, Cause since) {}

    private final Map<AxisKey, Known> byAxis;

    /** @param most how many are remembered; those that nobody has spoken of for longest are forgotten first */
    KnownClaims(int most) {
        this.byAxis = new LinkedHashMap<>(64, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<AxisKey, Known> eldest) {
                return size() > most;
            }
        };
    }

    synchronized void held(ClaimHandle claim, Cause since) {
        Known known = byAxis.get(claim.key());
        if (known == null || known.since().compareTo(since) <= 0) {
            byAxis.put(claim.key(), new Known(claim, since));
        }
    }

    /** Whether it is known in every detail: whatever else says so was made up. */
    synchronized boolean isHeld(ClaimHandle claim) {
        Known known = byAxis.get(claim.key());
        return known != null && known.claim().equals(claim);
    }

    synchronized void forget(ClaimHandle claim) {
        if (isHeld(claim)) {
            byAxis.remove(claim.key());
        }
    }

    /** The claim that is over by a fact. */
    synchronized Optional<ClaimHandle> hear(AxisFact fact) {
        Known known = byAxis.get(fact.key());
        if (known == null || fact.cause().compareTo(known.since()) <= 0) {
            return Optional.empty();
        }
        if (fact.names(known.claim().token())) {
            byAxis.put(fact.key(), new Known(known.claim(), fact.cause()));
            return Optional.empty();
        }
        byAxis.remove(fact.key());
        return Optional.of(known.claim());
    }
}
