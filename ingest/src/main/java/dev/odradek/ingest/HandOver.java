package dev.odradek.ingest;

import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Tells the process, as the last thing before the port is bound, to let go of it. */
@Component
final class HandOver implements SmartLifecycle {
    private final Operations operations;
    private volatile boolean running;

    HandOver(Operations operations) {
        this.operations = operations;
    }

    @Override
    public void start() {
        operations.handOver();
        running = true;
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE - 1;
    }
}
