package dev.odradek.ingest.claim;

import dev.odradek.topics.event.Cause;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Knows which claims are held, and tells workers at once of those that are not theirs any more. */
@Component
final class ClaimWatch {
    private static final int MOST = 50_000;

    private final Queues queues;
    private final CountStreams streams;
    private final KnownClaims known = new KnownClaims(MOST);

    ClaimWatch(Queues queues, CountStreams streams) {
        this.queues = queues;
        this.streams = streams;
        queues.listenToFacts(this::hear);
    }

    /** A claim was held at this point of the log. */
    void held(ClaimHandle claim, Cause since) {
        known.held(claim, since);
        // What was heard before it was known.
        newest(claim.key()).ifPresent(this::hear);
    }

    boolean isHeld(ClaimHandle claim) {
        return known.isHeld(claim);
    }

    /** Its own worker ends it: that is no loss. */
    void ending(ClaimHandle claim) {
        known.forget(claim);
    }

    /** It is somebody else's, or nobody's. */
    void lost(ClaimHandle claim) {
        known.forget(claim);
        streams.lost(claim);
    }

    Optional<AxisFact> newest(AxisKey key) {
        return queues.newest(key);
    }

    private void hear(AxisFact fact) {
        known.hear(fact).ifPresent(streams::lost);
    }
}
