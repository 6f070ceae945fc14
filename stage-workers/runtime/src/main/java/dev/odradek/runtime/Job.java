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
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** One dispatch in this worker's hands, from the claim to the result. */
final class Job implements Work {
    private static final Logger LOG = LoggerFactory.getLogger(Job.class);

    private final String tenant;
    private final Dispatch dispatch;
    private final Token token;
    private final Receipt receipt;
    private final List<NewItem> spawned = new ArrayList<>();
    private final List<Runnable> onCancel = new ArrayList<>();
    private volatile int attempt;
    private volatile Instant leaseFrom;
    private volatile long leaseMs;
    private volatile @Nullable Double progress;
    private volatile @Nullable String note;
    private volatile boolean cancelled;
    private volatile boolean holding;
    private boolean claimed;
    private boolean resultTaken;
    private @Nullable Thread runner;

    /** What makes two dispatches the same offer. */
    record Key(String tenant, String itemId, String axis, long epoch) {}

    Job(DispatchRecord record, String claimId, Receipt receipt, Instant now) {
        this.tenant = record.tenant();
        this.dispatch = record.dispatch();
        this.token = new Token(dispatch.epoch(), claimId);
        this.receipt = receipt;
        this.attempt = dispatch.attempt();
        this.leaseFrom = now;
        this.leaseMs = dispatch.leaseMs();
    }

    Key key() {
        return new Key(tenant, dispatch.itemId(), dispatch.axis(), dispatch.epoch());
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

    /** True once, and never after the result: whoever gets it sends the claim. */
    synchronized boolean startClaim() {
        boolean first = !claimed && !resultTaken;
        claimed = claimed || first;
        return first;
    }

    /** True once: whoever gets it says what became of the job. */
    synchronized boolean takeResult() {
        boolean first = !resultTaken;
        resultTaken = true;
        return first;
    }

    void granted(Answer.Granted grant) {
        this.attempt = grant.attempt();
        this.leaseMs = grant.leaseMs();
        this.holding = true;
    }

    void startedEagerly() {
        this.holding = true;
    }

    /** Whether a heartbeat should name it. */
    boolean isHeld() {
        return holding && !cancelled;
    }

    /** A heartbeat sent at {@code sent} that names this job is on the broker. */
    void renewed(Instant sent) {
        this.leaseFrom = sent;
    }

    synchronized void runsOn(@Nullable Thread thread) {
        this.runner = thread;
    }

    /** Tells the handler that its result no longer matters. */
    void cancel(boolean interrupt) {
        List<Runnable> actions;
        synchronized (this) {
            if (cancelled) {
                return;
            }
            cancelled = true;
            actions = List.copyOf(onCancel);
            if (interrupt && runner != null) {
                runner.interrupt();
            }
        }
        actions.forEach(this::runQuietly);
    }

    private void runQuietly(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            LOG.atWarn().addKeyValue("itemId", itemId()).setCause(e).log("an onCancel action failed");
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
        return leaseFrom.plusMillis(leaseMs);
    }

    @Override
    public void progress(double fraction, String text) {
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new IllegalArgumentException("progress must be between 0 and 1, was " + fraction);
        }
        this.progress = fraction;
        this.note = text;
    }

    @Override
    public boolean cancelled() {
        return cancelled;
    }

    @Override
    public void onCancel(Runnable action) {
        synchronized (this) {
            if (!cancelled) {
                onCancel.add(action);
                return;
            }
        }
        runQuietly(action);
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
