package dev.odradek.ingest.item;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Answers on the request's own thread what is known in a moment: to come back to a request later costs more. */
final class AtOnce {
    /** So short that requests which wait in vain, while the broker is away, leave enough threads for the others. */
    private static final long MOMENT_MS = 10;

    private AtOnce() {}

    /** The answer, or else the future, by which Spring comes back to it. */
    static Object orLater(CompletableFuture<?> answer) {
        try {
            return answer.get(MOMENT_MS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return answer;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return answer;
        }
    }
}
