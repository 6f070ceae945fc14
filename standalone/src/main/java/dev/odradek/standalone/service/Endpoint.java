package dev.odradek.standalone.service;

import dev.odradek.topics.TopicPlan;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a running service is to be found.
 *
 * @param processStart when its process began, which tells it from a later process of the same number
 * @param httpHost how this machine reaches its metrics, and the reads if it has any; absent: by loopback
 * @param httpPort where it serves them
 * @param database where the read model is, if it runs one
 */
public record Endpoint(
        Service service,
        long pid,
        long processStart,
        String bootstrap,
        @Nullable String httpHost,
        int httpPort,
        TopicPlan plan,
        @Nullable String database) {

    /** Where HTTP is if no ingest says otherwise. */
    static final String LOOPBACK = "127.0.0.1";

    /** Each JVM reckons from a boot time that the kernel rounds to seconds. */
    private static final long SAME_START_MS = 3_000;

    /** Whether the process that wrote this is still there. */
    public boolean stillRuns() {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(process -> Math.abs(startOf(process) - processStart) < SAME_START_MS)
                .isPresent();
    }

    public String url() {
        return "http://" + (httpHost == null ? LOOPBACK : httpHost) + ":" + httpPort;
    }

    static Endpoint here(
            Service service,
            String bootstrap,
            String httpHost,
            int httpPort,
            TopicPlan plan,
            @Nullable String database) {
        ProcessHandle self = ProcessHandle.current();
        return new Endpoint(service, self.pid(), startOf(self), bootstrap, httpHost, httpPort, plan, database);
    }

    private static long startOf(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }
}
