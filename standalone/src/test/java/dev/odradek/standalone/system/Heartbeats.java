package dev.odradek.standalone.system;

import dev.odradek.topics.event.Heartbeat;
import dev.odradek.topics.format.Formats;
import java.util.List;

/** The signs of life so far, each with the broker's time. */
record Heartbeats(List<Beat> all) {

    /** One of them, as it was appended. */
    record Beat(int partition, long at, Heartbeat heartbeat) {}

    static Heartbeats of(Rig rig) {
        Topics topics = new Topics(rig.connection());
        return new Heartbeats(topics.read(rig.connection().plan().heartbeats()).stream()
                .map(record -> new Beat(
                        record.partition(),
                        record.timestamp(),
                        Formats.HEARTBEATS.read(record.value()).heartbeat()))
                .toList());
    }

    /** When each of this kind was appended. */
    List<Long> times(Class<? extends Heartbeat> kind) {
        return all.stream()
                .filter(beat -> kind.isInstance(beat.heartbeat()))
                .map(Beat::at)
                .sorted()
                .toList();
    }

    /** When the newest of this kind was appended; 0 if there is none. */
    long last(Class<? extends Heartbeat> kind) {
        List<Long> times = times(kind);
        return times.isEmpty() ? 0 : times.get(times.size() - 1);
    }
}
