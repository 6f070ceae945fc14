package dev.odradek.runtime;

import dev.odradek.topics.machine.ClaimRule;
import dev.odradek.topics.machine.Transport;
import dev.odradek.topics.settings.Settings;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One worker's settings, each under {@code odradek.worker.} by the name of its field.
 *
 * @param concurrency how many calls of the handler may run at once
 * @param batch how many items one call gets; 1 unless {@code odradek.worker.batch} is true
 * @param batchLinger how long an incomplete batch waits for company
 * @param transport absent: by the partitions of the work topic
 * @param claimAfter how long an eager handler may run before the claim is sent too
 * @param claimTimeout when an unanswered claim is sent again
 * @param helpAfter how long a dispatch waits on another worker's partition before an idle one takes it from there; 0 or
 *     {@code off}: for ever, for work that needs its order within a key
 * @param presence how often the worker says that it is there and what it holds
 * @param presenceTimeout after how long a silence the reaper takes its leases; must be what the reaper is told
 * @param fenceMargin how long before that the worker stops its own handlers
 * @param drain how long a stop waits for running handlers
 * @param interruptOnCancel whether cancelled work also has its thread interrupted
 * @param metricsPort where metrics are served; 0: any free port; -1: nowhere
 */
public record WorkerConfig(
        String queue,
        String id,
        String tenant,
        int concurrency,
        int batch,
        Duration batchLinger,
        Optional<Transport> transport,
        Duration claimAfter,
        Duration claimTimeout,
        Duration helpAfter,
        Duration presence,
        Duration presenceTimeout,
        Duration fenceMargin,
        Duration drain,
        Stop onStop,
        boolean interruptOnCancel,
        int metricsPort,
        Processor processor) {
    public static final String ROOT = "odradek.worker.";
    public static final String DEFAULT_TENANT = "default";
    public static final int DEFAULT_BATCH_SIZE = 20;

    private static final Pattern QUEUE = Pattern.compile("[a-z0-9][a-z0-9._-]{0,79}");

    public WorkerConfig {
        if (!QUEUE.matcher(queue).matches()) {
            throw new IllegalArgumentException(
                    ROOT + "queue must hold 1 to 80 of a-z, 0-9, dot, _ and -, was \"" + queue + "\"");
        }
        if (id.isBlank()) {
            throw new IllegalArgumentException(ROOT + "id must not be empty");
        }
        if (tenant.isBlank()) {
            throw new IllegalArgumentException(ROOT + "tenant must not be empty");
        }
        within("concurrency", concurrency, 1, 10_000);
        within("batch-size", batch, 1, 10_000);
        within("metrics-port", metricsPort, -1, 65_535);
        notNegative("batch-linger", batchLinger);
        notNegative("claim-after", claimAfter);
        positive("claim-timeout", claimTimeout);
        notNegative("help-after", helpAfter);
        positive("presence", presence);
        notNegative("drain", drain);
        notNegative("fence-margin", fenceMargin);
        // A single heartbeat that fails must not be the end of everything in hand.
        if (presenceTimeout.compareTo(presence.multipliedBy(2)) <= 0) {
            throw new IllegalArgumentException(ROOT + "presence-timeout must be longer than twice " + ROOT
                    + "presence (" + presence.toMillis() + " ms), was " + presenceTimeout.toMillis() + " ms");
        }
        Duration room = presenceTimeout.minus(presence);
        if (fenceMargin.compareTo(room) >= 0) {
            throw new IllegalArgumentException(ROOT + "fence-margin must be shorter than " + ROOT
                    + "presence-timeout less " + ROOT + "presence (" + room.toMillis() + " ms), was "
                    + fenceMargin.toMillis() + " ms");
        }
    }

    public static WorkerConfig from(Settings settings) {
        String role = settings.text(ROOT + "role", settings.text(ROOT + "queue", "worker"));
        boolean batches = flag(settings, "batch", false);
        return new WorkerConfig(
                settings.text(ROOT + "queue", ""),
                settings.text(ROOT + "id", WorkerIds.fresh(role)),
                settings.text(ROOT + "tenant", DEFAULT_TENANT),
                settings.number(ROOT + "concurrency", 8),
                batches ? settings.number(ROOT + "batch-size", DEFAULT_BATCH_SIZE) : 1,
                settings.duration(ROOT + "batch-linger", Duration.ofMillis(20)),
                transport(settings.text(ROOT + "transport", "auto")),
                settings.duration(ROOT + "claim-after", Duration.ofMillis(5)),
                settings.duration(ROOT + "claim-timeout", Duration.ofSeconds(2)),
                helpAfter(settings),
                settings.duration(ROOT + "presence", Duration.ofSeconds(1)),
                settings.duration(ROOT + "presence-timeout", Duration.ofSeconds(4)),
                settings.duration(ROOT + "fence-margin", Duration.ofSeconds(1)),
                settings.duration(ROOT + "drain", Duration.ofSeconds(30)),
                flag(settings, "release-on-stop", false) ? Stop.RELEASE_NOW : Stop.DRAIN,
                flag(settings, "interrupt-on-cancel", false),
                settings.number(ROOT + "metrics-port", -1),
                Processor.from(settings));
    }

    /** How long after the last word the broker has of it a job may go on. */
    Duration silence() {
        return presenceTimeout.minus(fenceMargin);
    }

    /** How many items may be in hand at once. */
    int items() {
        return concurrency * batch;
    }

    /**
     * What a processor that claims by axis value over HTTP is configured with unless it says otherwise.
     *
     * @param claimIndex the name of the order in which the queue is listed
     * @param pollBackstop how long a quiet queue is trusted without looking
     */
    public record Processor(
            String claimAxis,
            String claimIndex,
            Duration lease,
            Duration heartbeat,
            Duration pollBackstop,
            Duration sseRetry,
            boolean batch) {
        public Processor {
            positive("lease", lease);
            positive("heartbeat", heartbeat);
            positive("poll-backstop", pollBackstop);
            positive("sse-retry", sseRetry);
            if (heartbeat.compareTo(lease) >= 0) {
                throw new IllegalArgumentException(ROOT + "heartbeat must be shorter than " + ROOT + "lease ("
                        + lease.toMillis() + " ms), was " + heartbeat.toMillis() + " ms");
            }
        }

        static Processor from(Settings settings) {
            return new Processor(
                    settings.text(ROOT + "claim-axis", "status"),
                    settings.text(ROOT + "claim-index", "by_status_created"),
                    settings.duration(ROOT + "lease", ClaimRule.DEFAULT_LEASE),
                    settings.duration(ROOT + "heartbeat", Duration.ofSeconds(60)),
                    settings.duration(ROOT + "poll-backstop", Duration.ofSeconds(30)),
                    settings.duration(ROOT + "sse-retry", Duration.ofSeconds(5)),
                    flag(settings, "batch", false));
        }
    }

    private static Optional<Transport> transport(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "auto" -> Optional.empty();
            case "shared" -> Optional.of(Transport.SHARED);
            case "partitioned" -> Optional.of(Transport.PARTITIONED);
            default ->
                throw new IllegalArgumentException(ROOT + "transport must be auto, shared or partitioned, was " + text);
        };
    }

    private static Duration helpAfter(Settings settings) {
        String key = ROOT + "help-after";
        return settings.text(key, "").equals("off") ? Duration.ZERO : settings.duration(key, Duration.ofMillis(500));
    }

    private static boolean flag(Settings settings, String name, boolean fallback) {
        String text = settings.text(ROOT + name, String.valueOf(fallback));
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException(ROOT + name + " must be true or false, was " + text);
        }
        return text.equals("true");
    }

    private static void within(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    ROOT + name + " must be between " + least + " and " + most + ", was " + value);
        }
    }

    private static void positive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(ROOT + name + " must be longer than 0, was " + value.toMillis() + " ms");
        }
    }

    private static void notNegative(String name, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(ROOT + name + " must not be negative, was " + value.toMillis() + " ms");
        }
    }
}
