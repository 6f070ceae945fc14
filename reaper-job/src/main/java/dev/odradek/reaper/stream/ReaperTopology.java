package dev.odradek.reaper.stream;

import dev.odradek.reaper.ReaperConfig;
import dev.odradek.topics.TopicPlan;
import java.util.Map;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * The whole graph: timers fill a store that is theirs alone, heartbeats are judged beside it, and a punctuator sends.
 */
public final class ReaperTopology {
    public static final String DEADLINES = "deadlines";

    private ReaperTopology() {}

    public static Topology of(
            ReaperConfig config, RocksMemory memory, Post post, Questions questions, ReaperMeters meters) {
        TopicPlan plan = config.connection().plan();
        return new Topology()
                .addReadOnlyStateStore(
                        new Builder(config, memory),
                        "timers",
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer(),
                        plan.timers(),
                        "arm",
                        () -> new TimerProcessor(post))
                .addSource("heartbeats", new ByteArrayDeserializer(), new ByteArrayDeserializer(), plan.heartbeats())
                .addProcessor("judge", () -> new HeartbeatProcessor(config, post, questions, meters), "heartbeats")
                .connectProcessorAndStateStores("judge", DEADLINES);
    }

    /** Builds the store; it needs no changelog, for the topic of the timers is one. */
    private static final class Builder implements StoreBuilder<ReaperStore> {
        private final ReaperConfig config;
        private final RocksMemory memory;

        Builder(ReaperConfig config, RocksMemory memory) {
            this.config = config;
            this.memory = memory;
        }

        @Override
        public ReaperStore build() {
            return new ReaperStore(DEADLINES, config.terms(), memory);
        }

        @Override
        public String name() {
            return DEADLINES;
        }

        @Override
        public boolean loggingEnabled() {
            return false;
        }

        @Override
        public Map<String, String> logConfig() {
            return Map.of();
        }

        @Override
        public StoreBuilder<ReaperStore> withCachingEnabled() {
            throw new UnsupportedOperationException(
                    "timers are found in the order of their time, which no cache keeps");
        }

        @Override
        public StoreBuilder<ReaperStore> withCachingDisabled() {
            return this;
        }

        @Override
        public StoreBuilder<ReaperStore> withLoggingEnabled(Map<String, String> config) {
            throw new UnsupportedOperationException("the topic of the timers is the changelog");
        }

        @Override
        public StoreBuilder<ReaperStore> withLoggingDisabled() {
            return this;
        }
    }
}
