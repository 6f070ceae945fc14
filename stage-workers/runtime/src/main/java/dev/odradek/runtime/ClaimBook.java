package dev.odradek.runtime;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Claims that wait for their answer, and when each is to be sent again. */
final class ClaimBook {
    private final long timeoutNanos;
    private final Map<String, Open> open = new LinkedHashMap<>();

    private record Open(Job job, long dueNanos) {}

    ClaimBook(long timeoutNanos) {
        this.timeoutNanos = timeoutNanos;
    }

    synchronized void open(Job job, long nowNanos) {
        open.put(job.claimId(), new Open(job, nowNanos + timeoutNanos));
    }

    /** The job whose claim this id is, once; an answer to no open claim is nobody's. */
    synchronized Optional<Job> answered(String claimId) {
        return Optional.ofNullable(open.remove(claimId)).map(Open::job);
    }

    /** What has waited for its answer too long; each is due again after another time-out. */
    synchronized List<Job> overdue(long nowNanos) {
        List<Job> due = new ArrayList<>();
        open.replaceAll((claimId, entry) -> {
            if (nowNanos - entry.dueNanos() < 0) {
                return entry;
            }
            due.add(entry.job());
            return new Open(entry.job(), nowNanos + timeoutNanos);
        });
        return due;
    }

    synchronized int size() {
        return open.size();
    }
}
