package dev.odradek.topics;

import dev.odradek.topics.TopicSpec.Kept;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.machine.Transport;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Every topic under one prefix.
 *
 * @param partitions how many partitions decide; fixed for the life of the prefix
 * @param slots how many partitions {@code answers} has: what the askers share
 * @param maxBytes the largest command; outputs may be twice as large, since they wrap what commands hold
 */
public record TopicPlan(String prefix, int partitions, int slots, int maxBytes) {
    public static final String DEFAULT_PREFIX = "odradek.";
    public static final int DEFAULT_PARTITIONS = 8;
    public static final int DEFAULT_SLOTS = 16;
    public static final int DEFAULT_MAX_BYTES = 1 << 20;

    /** How long a dispatch lies on a work topic; an unclaimed one is dispatched again well before. */
    public static final Duration WORK_RETENTION = Duration.ofDays(3);

    /** How long a command can be looked up and rehearsed. */
    public static final Duration COMMAND_RETENTION = Duration.ofDays(28);

    /** Twice this still fits the int that Kafka's own limits are. */
    private static final int LARGEST = 1 << 29;

    private static final Pattern PREFIX = Pattern.compile("[a-z0-9._-]{1,80}");

    public TopicPlan {
        if (!PREFIX.matcher(prefix).matches()) {
            throw new IllegalArgumentException(
                    "odradek.prefix must hold 1 to 80 of a-z, 0-9, dot, _ and -, was \"" + prefix + "\"");
        }
        atLeast("odradek.partitions", partitions, 1);
        atLeast("odradek.answer-slots", slots, 1);
        atLeast("odradek.max-bytes", maxBytes, 4096);
        if (maxBytes > LARGEST) {
            throw new IllegalArgumentException("odradek.max-bytes must be at most " + LARGEST + ", was " + maxBytes);
        }
    }

    public static TopicPlan defaults() {
        return new TopicPlan(DEFAULT_PREFIX, DEFAULT_PARTITIONS, DEFAULT_SLOTS, DEFAULT_MAX_BYTES);
    }

    public String commands() {
        return prefix + "commands";
    }

    public String events() {
        return prefix + "events";
    }

    public String answers() {
        return prefix + "answers";
    }

    public String timers() {
        return prefix + "timers";
    }

    public String heartbeats() {
        return prefix + "heartbeats";
    }

    public String deadLetters() {
        return prefix + "dead-letters";
    }

    public String triggers() {
        return prefix + "triggers";
    }

    public String streams() {
        return prefix + "streams";
    }

    public String notifications() {
        return prefix + "notifications";
    }

    /** How far the change feed has got. */
    public String feedOffsets() {
        return prefix + "feed-offsets";
    }

    /** Who may use the HTTP side. */
    public String tokens() {
        return prefix + "tokens";
    }

    /** What operators have done over HTTP. */
    public String audit() {
        return prefix + "audit";
    }

    /** The consumer group of the state-stores: what it has committed is decided. */
    public String deciders() {
        return prefix + "state-store";
    }

    /** Nobody ever writes to it: subscribing to it is all it is for. */
    public String idle() {
        return prefix + "idle";
    }

    public String work(String queue, Lane lane) {
        return prefix + "work." + queue + (lane == Lane.AGAIN ? ".again" : "");
    }

    /** Whether those who read it do not wait for commits: a record may come again, and means the same. */
    public boolean isReadAtOnce(String topic) {
        return topic.equals(answers()) || topic.startsWith(prefix + "work.");
    }

    /** The consumer group, or share group, of a queue's workers. */
    public String group(String queue) {
        return prefix + "work." + queue;
    }

    /** The topics there are from the start. */
    public List<TopicSpec> fixed() {
        return List.of(
                spec(triggers(), partitions, Duration.ofDays(7)),
                new TopicSpec(commands(), partitions, Kept.BY_AGE, COMMAND_RETENTION, maxBytes),
                spec(events(), partitions, Duration.ofDays(365)),
                spec(answers(), slots, Duration.ofHours(6)),
                new TopicSpec(timers(), partitions, Kept.BY_KEY, Duration.ZERO, 2 * maxBytes),
                spec(heartbeats(), partitions, Duration.ofHours(1)),
                spec(streams(), partitions, Duration.ofDays(1)),
                spec(notifications(), 1, Duration.ofHours(6)),
                new TopicSpec(feedOffsets(), 1, Kept.BY_KEY, Duration.ZERO, maxBytes),
                new TopicSpec(tokens(), 1, Kept.BY_KEY, Duration.ZERO, maxBytes),
                spec(audit(), 1, Duration.ofDays(365)),
                spec(idle(), 1, Duration.ofHours(1)),
                spec(deadLetters(), 1, Duration.ofDays(365)));
    }

    /** The two lanes of a queue. */
    public List<TopicSpec> lanes(String queue, Transport transport) {
        int width = transport == Transport.SHARED ? 1 : partitions;
        return List.of(
                spec(work(queue, Lane.NORMAL), width, WORK_RETENTION),
                spec(work(queue, Lane.AGAIN), width, WORK_RETENTION));
    }

    private TopicSpec spec(String name, int width, Duration retention) {
        return new TopicSpec(name, width, Kept.BY_AGE, retention, 2 * maxBytes);
    }

    private static void atLeast(String key, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(key + " must be at least " + least + ", was " + value);
        }
    }
}
