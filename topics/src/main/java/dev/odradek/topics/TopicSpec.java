package dev.odradek.topics;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** One topic as data: what it must be for the records in it to mean what they say. */
public record TopicSpec(String name, int partitions, Kept kept, Duration retention, int maxBytes) {

    /** What the broker keeps: everything for a time, or the newest record of each key. */
    public enum Kept {
        BY_AGE,
        BY_KEY
    }

    /** The settings the records' meaning depends on; a topic that differs in one is refused. */
    public Map<String, String> essential() {
        Map<String, String> configs = new TreeMap<>();
        configs.put("cleanup.policy", kept == Kept.BY_KEY ? "compact" : "delete");
        configs.put("message.timestamp.type", "LogAppendTime");
        return configs;
    }

    /** Everything a topic is created with. */
    public Map<String, String> configs() {
        Map<String, String> configs = new TreeMap<>(essential());
        configs.put("max.message.bytes", String.valueOf(maxBytes));
        if (kept == Kept.BY_AGE) {
            configs.put("retention.ms", String.valueOf(retention.toMillis()));
        }
        return configs;
    }
}
