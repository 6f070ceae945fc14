package dev.odradek.ingest.claim;

import java.util.LinkedHashMap;
import java.util.Map;

/** Where each incarnation was heard last, as far as this instance has seen to it. */
final class Announced {
    private static final int MOST = 50_000;

    private record Where(String incarnation, int partition) {}

    private final long freshNanos;
    private final Map<Where, Long> heard = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Where, Long> eldest) {
            return size() > MOST;
        }
    };

    /** @param freshNanos for how long saying it once is enough */
    Announced(long freshNanos) {
        this.freshNanos = freshNanos;
    }

    synchronized void said(String incarnation, int partition, long nanos) {
        heard.put(new Where(incarnation, partition), nanos);
    }

    synchronized boolean isFresh(String incarnation, int partition, long nanos) {
        Long at = heard.get(new Where(incarnation, partition));
        return at != null && nanos - at < freshNanos;
    }
}
