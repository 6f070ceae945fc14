package dev.odradek.bench.measure;

import java.util.Map;

/** A running server or database, and the processes that work with it. */
public interface Server extends AutoCloseable {

    /** A new worker process; {@code options} are those of the agent, such as {@code holds}. */
    Agent worker(Map<String, String> options);

    /** A new producer process. */
    Agent producer();

    /** Many jobs were enqueued at once: whatever its documentation has one do then. */
    default void loaded() {}

    @Override
    void close();
}
