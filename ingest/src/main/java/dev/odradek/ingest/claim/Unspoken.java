package dev.odradek.ingest.claim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/**
 * Claims that were granted here and that their worker has not spoken of yet.
 *
 * <p>An answer can be lost on its way to a worker that lives on: it would hold what it does not know of until the lease
 * ends. A worker that says twice what it works on, and not this, never got it.
 */
@Component
final class Unspoken {
    /** Until then the answer may still be on its way, or a beat that was sent before it. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Whoever lives has said by then what it works on; what is held by those who do not ends with their silence. */
    static final Duration KEPT = Duration.ofMinutes(5);

    private static final int MOST = 50_000;

    /** What was granted, and when. */
    record Grant(ClaimHandle claim, Duration lease, long nanos, int missed) {}

    private final Map<String, Grant> byClaim = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Grant> eldest) {
            return size() > MOST;
        }
    };

    synchronized void granted(ClaimHandle claim, Duration lease, long nanos) {
        forget(nanos);
        if (claim.holder().incarnation() != null) {
            byClaim.put(claim.token().claimId(), new Grant(claim, lease, nanos, 0));
        }
    }

    /** The eldest come first. */
    private void forget(long nanos) {
        Iterator<Grant> grants = byClaim.values().iterator();
        while (grants.hasNext() && nanos - grants.next().nanos() > KEPT.toNanos()) {
            grants.remove();
        }
    }

    synchronized void spokenOf(ClaimHandle claim) {
        byClaim.remove(claim.token().claimId());
    }

    /** A worker has said all that it works on; which of its claims it has never heard of. */
    synchronized List<Grant> said(String tenant, ClaimHandle.Holder worker, Collection<ClaimHandle> all, long nanos) {
        forget(nanos);
        all.forEach(this::spokenOf);
        Set<Grant> missing = byClaim.values().stream()
                .filter(each -> each.claim().holder().equals(worker)
                        && each.claim().key().tenant().equals(tenant)
                        && nanos - each.nanos() > PATIENCE.toNanos())
                .collect(Collectors.toSet());
        List<Grant> lost = new ArrayList<>();
        for (Grant each : missing) {
            String id = each.claim().token().claimId();
            if (each.missed() > 0) {
                byClaim.remove(id);
                lost.add(each);
            } else {
                byClaim.put(id, new Grant(each.claim(), each.lease(), each.nanos(), 1));
            }
        }
        return lost;
    }

    synchronized int size() {
        return byClaim.size();
    }
}
