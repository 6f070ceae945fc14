package dev.odradek.topics.machine;

import dev.odradek.topics.TopicPlan;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How workers take an axis from one state into another, and what follows.
 *
 * @param from the state in which an item is claimable
 * @param into the state while a worker holds it
 * @param done where a completion leads that names no state
 * @param onFailure where giving up or an unexpected exception leads
 * @param onExpiry where a lost lease leads while attempts are left
 * @param onExhausted where the last failed attempt leads; absent: it is offered for ever
 * @param maxAttempts 0: no limit
 * @param retryOnException whether an unexpected exception is tried again instead of failing at once
 * @param maxInFlight how many may be dispatched or held at once in the whole queue; 0: no limit
 * @param redispatch how long an offer waits for a claim before it is made again
 * @param index the name of the order in which the queue is listed
 */
public record ClaimRule(
        String queue,
        String from,
        String into,
        String done,
        String onFailure,
        String onExpiry,
        @Nullable String onExhausted,
        Duration lease,
        int maxAttempts,
        Backoff backoff,
        boolean retryOnException,
        Mode mode,
        Transport transport,
        int batch,
        int maxInFlight,
        Duration redispatch,
        String index) {
    public static final Duration DEFAULT_LEASE = Duration.ofMinutes(30);
    public static final int DEFAULT_MAX_ATTEMPTS = 4;
    /** Long before the work topic forgets the offer. */
    public static final Duration DEFAULT_REDISPATCH = TopicPlan.WORK_RETENTION.dividedBy(4);

    /** Whether {@code attempts} tries are all there may be. */
    public boolean isExhausted(int attempts) {
        return onExhausted != null && maxAttempts > 0 && attempts >= maxAttempts;
    }

    /** The states a failed axis may rest in, from which an operator can requeue it. */
    public List<String> failureStates() {
        return Stream.of(onFailure, onExhausted == null ? onFailure : onExhausted)
                .distinct()
                .filter(state -> !state.equals(from))
                .toList();
    }
}
