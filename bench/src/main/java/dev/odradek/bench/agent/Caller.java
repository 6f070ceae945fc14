package dev.odradek.bench.agent;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Enqueues jobs in one system. */
public interface Caller extends AutoCloseable {

    /** Completes once the job is safe. */
    CompletableFuture<?> enqueue(Shape shape, String id) throws Exception;

    /** Whether {@link #enqueue} waits itself, so that many calls in flight need many threads. */
    boolean blocks();

    /** The system's call for many jobs; returns once all are safe. */
    void enqueueAll(Shape shape, List<String> ids) throws Exception;

    @Override
    void close();
}
