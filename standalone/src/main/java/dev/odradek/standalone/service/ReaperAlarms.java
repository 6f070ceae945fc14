package dev.odradek.standalone.service;

import dev.odradek.reaper.deadline.Watched;
import dev.odradek.statestore.audit.Alarm;
import dev.odradek.statestore.read.Alarms;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks the reaper of this process what it watches, and gives up where another process has the partition.
 *
 * @param patience how long to wait for an answer
 * @param silence how long the reaper lets a worker be silent
 * @param deaf until when a partition that gave no answer is not asked again, by partition
 */
record ReaperAlarms(Watching reaper, Duration patience, Duration silence, Map<Integer, Long> deaf) implements Alarms {
    /** How long nobody is kept waiting again for a partition that is elsewhere. */
    private static final Duration REST = Duration.ofSeconds(5);

    /** How the reaper is asked. */
    @FunctionalInterface
    interface Watching {
        CompletableFuture<Map<String, Watched>> watched(int partition, List<String> slots);
    }

    ReaperAlarms(Watching reaper, Duration patience, Duration silence) {
        this(reaper, patience, silence, new ConcurrentHashMap<>());
    }

    @Override
    public CompletableFuture<Map<String, Alarm>> in(int partition, List<String> slots) {
        Long until = deaf.get(partition);
        if (until != null && System.nanoTime() - until < 0) {
            return CompletableFuture.failedFuture(new TimeoutException("partition " + partition + " is elsewhere"));
        }
        return reaper.watched(partition, slots)
                .orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((answer, failure) -> {
                    if (failure == null) {
                        deaf.remove(partition);
                    } else {
                        deaf.put(partition, System.nanoTime() + REST.toNanos());
                    }
                })
                .thenApply(this::alarms);
    }

    private Map<String, Alarm> alarms(Map<String, Watched> watched) {
        Map<String, Alarm> alarms = new TreeMap<>();
        watched.forEach((slot, each) -> alarms.put(slot, new Alarm(each.timer(), each.dueAt(), silence.toMillis())));
        return alarms;
    }
}
