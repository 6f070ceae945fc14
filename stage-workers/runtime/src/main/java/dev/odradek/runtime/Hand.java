package dev.odradek.runtime;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The jobs a worker has in hand: one per offer. */
final class Hand {
    private final Map<Job.Key, Job> byKey = new HashMap<>();
    private final Map<String, Job> byClaim = new HashMap<>();

    /** False if the same offer is in hand already. */
    synchronized boolean add(Job job) {
        if (byKey.putIfAbsent(job.key(), job) != null) {
            return false;
        }
        byClaim.put(job.claimId(), job);
        return true;
    }

    synchronized void remove(Job job) {
        byKey.remove(job.key());
        byClaim.remove(job.claimId());
        if (byKey.isEmpty()) {
            notifyAll();
        }
    }

    synchronized Optional<Job> ofClaim(String claimId) {
        return Optional.ofNullable(byClaim.get(claimId));
    }

    synchronized List<Job> jobs() {
        return List.copyOf(byKey.values());
    }

    /** Whether everything is out of hand within {@code patience}. */
    synchronized boolean awaitEmpty(Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!byKey.isEmpty()) {
            long left = (deadline - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return false;
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }
}
