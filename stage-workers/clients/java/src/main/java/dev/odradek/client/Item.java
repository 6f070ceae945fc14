package dev.odradek.client;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.databind.JsonNode;

/** One claimed item in the hands of a processor; safe to ask from any thread. */
public final class Item {
    private final Claimed claimed;
    private final String incarnation;
    private final Fence fence;
    private final CountDownLatch settled = new CountDownLatch(1);
    private final AtomicReference<Progress> news = new AtomicReference<>(Progress.NONE);

    Item(Claimed claimed, String incarnation, Fence fence) {
        this.claimed = claimed;
        this.incarnation = incarnation;
        this.fence = fence;
    }

    public String id() {
        return claimed.item().path("id").asString();
    }

    public String machine() {
        return claimed.item().path("machine").asString();
    }

    public String axis() {
        return claimed.item().path("axis").asString();
    }

    public JsonNode payload() {
        return claimed.item().path("payload");
    }

    /** The payload as a record or bean of the caller. */
    public <T> T payloadAs(Class<T> type) {
        return Wire.JSON.treeToValue(payload(), type);
    }

    /** Which try this is, from 1. */
    public int attempt() {
        return claimed.item().path("attempt").asInt(1);
    }

    /** The fencing token: a side effect that can should refuse an older one. */
    public long epoch() {
        return claimed.epoch();
    }

    /** What it is completed, failed or released with; opaque. */
    public String claim() {
        return claimed.claim();
    }

    /**
     * Whether the result no longer matters: cancelled, lost to another worker, or this worker has to stop.
     *
     * <p>Judged by the clock whenever it is asked: ask in every loop, and right before a side effect.
     */
    public boolean cancelled() {
        return fence.hasPassed(System.nanoTime());
    }

    /** How far it is, 0 to 1; said to the service within a second or so. */
    public void progress(double fraction, String note) {
        news.set(new Progress(fraction, note));
    }

    String incarnation() {
        return incarnation;
    }

    Fence fence() {
        return fence;
    }

    /** What is to be told and has not been. */
    Progress takeNews() {
        return news.getAndSet(Progress.NONE);
    }

    void settle() {
        settled.countDown();
    }

    /** Waits so long at most; whether it is settled. */
    boolean awaitSettled(long nanos) throws InterruptedException {
        return settled.await(nanos, TimeUnit.NANOSECONDS);
    }
}
