package dev.odradek.runtime;

import dev.odradek.runtime.dispatch.Receipt;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Dispatch;
import dev.odradek.topics.event.DispatchRecord;
import dev.odradek.topics.event.Heartbeat.Held;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.machine.Mode;
import dev.odradek.topics.route.Ids;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One dispatch in this worker's hands, from the claim to the result. */
final class Job implements Work {
    /** A heartbeat names many jobs and must stay small enough to be written. */
    private static final int MAX_NOTE = 500;

    private final String tenant;
    private final Dispatch dispatch;
    private final Token token;
    private final Receipt receipt;
    private final List<NewItem> spawned = new ArrayList<>();
    private final Cancellation cancellation;
    private final Fence fence;
    private final Clocks clocks;
    private final AtomicBoolean fenceNoticed = new AtomicBoolean();
    private volatile int attempt;
    private volatile @Nullable Double progress;
    private volatile @Nullable String note;
    private volatile boolean revoked;
    private volatile boolean resultTaken;
    private boolean claimed;
    private boolean started;
    private long claimedNanos;
    private long startedNanos;
    private boolean mayStart;
    private int looksWaiting;

    /** What makes two dispatches the same offer; elsewhere another item may go by the same id. */
    record Key(String tenant, String partitionKey, String itemId, String axis, long epoch) {}

    /**
     * A job nobody has claimed yet.
     *
     * @param silence how long it may go on after the last word about it that the broker has
     */
    Job(DispatchRecord record, String claimId, Receipt receipt, Duration silence, Clocks clocks) {
        this.tenant = record.tenant();
        this.dispatch = record.dispatch();
        this.token = new Token(dispatch.epoch(), claimId);
        this.receipt = receipt;
        this.attempt = dispatch.attempt();
        this.clocks = clocks;
        this.fence = new Fence(silence, dispatch.leaseMs(), clocks.now());
        this.cancellation = new Cancellation(dispatch.itemId());
    }

    Key key() {
        return new Key(tenant, partitionKey(), dispatch.itemId(), dispatch.axis(), dispatch.epoch());
    }

    String claimId() {
        return token.claimId();
    }

    String partitionKey() {
        return dispatch.partitionKey();
    }

    boolean isEager() {
        return dispatch.mode() == Mode.EAGER;
    }

    Receipt receipt() {
        return receipt;
    }

    Held held() {
        return new Held(dispatch.itemId(), dispatch.axis(), dispatch.epoch(), progress, note);
    }

    /** True once, and never after the result: whoever gets it sends the claim, and its time runs from here. */
    synchronized boolean startClaim() {
        boolean first = !claimed && !resultTaken;
        if (first) {
            claimed = true;
            claimedNanos = clocks.now();
            fence.claimed(claimedNanos);
        }
        return first;
    }

    /** True once: whoever gets it says what became of the job. */
    synchronized boolean takeResult() {
        boolean first = !resultTaken;
        resultTaken = true;
        return first;
    }

    /** True once, unless it was given back before: whoever gets it calls the handler. */
    synchronized boolean start() {
        boolean first = !started && !resultTaken;
        if (first) {
            started = true;
            startedNanos = clocks.now();
        }
        return first;
    }

    /** True once, and never after the start: whoever gets it gives the job back. */
    synchronized boolean takeUnstarted() {
        return !started && takeResult();
    }

    /** How long the handler has been at it; 0 if it never was. */
    synchronized long handledNanos() {
        return started ? clocks.now() - startedNanos : 0;
    }

    /** How long ago the claim was sent. */
    synchronized long claimedNanos() {
        return clocks.now() - claimedNanos;
    }

    /** Whether the handler is at it, or may begin. */
    synchronized boolean isGranted() {
        return (mayStart || isEager()) && !resultTaken;
    }

    /** How often it was seen to wait in hand for its handler, this time included. */
    synchronized int lookWhetherWaiting() {
        return mayStart && !started && !resultTaken ? ++looksWaiting : 0;
    }

    boolean hasResult() {
        return resultTaken;
    }

    synchronized void granted(Answer.Granted grant) {
        this.mayStart = true;
        this.attempt = grant.attempt();
        fence.granted(grant.leaseMs(), clocks.now());
    }

    /**
     * Whether a heartbeat should name it.
     *
     * <p>From the claim on, not only from the grant: an answer that takes longer than the fence must not be worthless.
     */
    boolean isHeld() {
        return fence.isArmed() && !cancelled();
    }

    /** A heartbeat sent at {@code sentNanos} that names this job is on the broker. */
    void renewed(long sentNanos) {
        fence.renewed(sentNanos, clocks.now());
    }

    /** Whether somebody else may have it by now, as far as this worker's own clock can tell. */
    boolean isFenced() {
        return fence.hasPassed(clocks.now());
    }

    /** True once. */
    boolean noticeFence() {
        return fenceNoticed.compareAndSet(false, true);
    }

    Cancellation cancellation() {
        return cancellation;
    }

    /** Whether the core has said that it is no longer this worker's, or the worker has given it back. */
    boolean isRevoked() {
        return revoked;
    }

    /** Tells the handler that its result no longer matters. */
    void cancel(boolean interrupt) {
        revoked = true;
        if (interrupt) {
            cancellation.interrupt();
        }
        if (cancellation.tell()) {
            cancellation.runActions();
        }
    }

    synchronized List<NewItem> spawned() {
        return List.copyOf(spawned);
    }

    @Override
    public String tenant() {
        return tenant;
    }

    @Override
    public String itemId() {
        return dispatch.itemId();
    }

    @Override
    public String machine() {
        return dispatch.machine();
    }

    @Override
    public String axis() {
        return dispatch.axis();
    }

    @Override
    public JsonNode payload() {
        return dispatch.payload();
    }

    @Override
    public <T> T payloadAs(Class<T> type) {
        return Json.mapper().treeToValue(dispatch.payload(), type);
    }

    @Override
    public int attempt() {
        return attempt;
    }

    @Override
    public Token token() {
        return token;
    }

    @Override
    public Instant deadline() {
        return clocks.wall().instant().plusNanos(fence.left(clocks.now()));
    }

    @Override
    public void progress(double fraction, String text) {
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new IllegalArgumentException("progress must be between 0 and 1, was " + fraction);
        }
        this.progress = fraction;
        this.note = text == null ? null : shortened(text);
    }

    private static String shortened(String text) {
        String cut = text.length() <= MAX_NOTE ? text : text.substring(0, MAX_NOTE);
        // Half a character cannot be written, and would take every other job in the record down with it.
        return new String(cut.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    @Override
    public boolean cancelled() {
        // By the clock, not by a flag: a process that was stopped and continued must see it before anything else runs.
        return revoked || isFenced();
    }

    @Override
    public void onCancel(Runnable action) {
        cancellation.add(action, this::cancelled);
    }

    @Override
    public synchronized void spawn(NewItem... items) {
        Collections.addAll(spawned, items);
    }

    @Override
    public synchronized String spawn(String machine, Object payload) {
        String id = Ids.derived(
                tenant,
                dispatch.itemId(),
                dispatch.axis(),
                String.valueOf(dispatch.epoch()),
                String.valueOf(spawned.size()));
        spawned.add(NewItem.of(id, machine, Json.mapper().valueToTree(payload)));
        return id;
    }
}
