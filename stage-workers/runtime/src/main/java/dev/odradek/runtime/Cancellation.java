package dev.odradek.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a handler hears that it should stop: once, on its thread if that is wanted, whether it runs already or not. */
final class Cancellation {
    private static final Logger LOG = LoggerFactory.getLogger(Cancellation.class);

    private final String itemId;
    private final List<Runnable> actions = new ArrayList<>();
    private @Nullable BooleanSupplier interrupt;
    private boolean told;
    private boolean interruptWanted;
    private boolean interrupted;

    Cancellation(String itemId) {
        this.itemId = itemId;
    }

    /** How to interrupt the handler while it runs, which says whether it did; null once it has returned. */
    synchronized void runsOn(@Nullable BooleanSupplier interruptHandler) {
        this.interrupt = interruptHandler;
        interruptOnce();
    }

    /** True for the first who tells; it owes a call of {@link #runActions}. */
    synchronized boolean tell() {
        boolean first = !told;
        told = true;
        return first;
    }

    /** Interrupts the handler, now or as soon as it can be, and only once: it may need its thread to clean up. */
    synchronized void interrupt() {
        interruptWanted = true;
        interruptOnce();
    }

    private void interruptOnce() {
        if (interruptWanted && !interrupted && interrupt != null) {
            interrupted = interrupt.getAsBoolean();
        }
    }

    void runActions() {
        List<Runnable> due;
        synchronized (this) {
            due = List.copyOf(actions);
            actions.clear();
        }
        due.forEach(this::runQuietly);
    }

    /** Keeps the action for later, or runs it now if it is too late for that. */
    void add(Runnable action, BooleanSupplier cancelled) {
        synchronized (this) {
            if (!told && !cancelled.getAsBoolean()) {
                actions.add(action);
                return;
            }
        }
        runQuietly(action);
    }

    private void runQuietly(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            LOG.atWarn().addKeyValue("itemId", itemId).setCause(e).log("an onCancel action failed");
        }
    }
}
