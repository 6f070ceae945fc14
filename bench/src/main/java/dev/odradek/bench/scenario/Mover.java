package dev.odradek.bench.scenario;

import dev.odradek.bench.measure.MeasureException;
import dev.odradek.topics.command.Asker;
import dev.odradek.topics.command.Command;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.Answer.Granted;
import dev.odradek.topics.event.AnswerRecord;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.route.AnswerReader;
import dev.odradek.topics.route.CommandWriter;
import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Holds many items in a machine that goes round in a circle, and moves any of them as a worker would. */
final class Mover implements AutoCloseable {
    static final String MACHINE = """
            machine: circle
            axes:
              status:
                initial: waiting
                states: [waiting, running, failed]
                terminal: [failed]
                claims:
                  - {queue: circle, from: waiting, into: running, done: waiting}
            """;

    /** A claim, and the completion once that is granted. */
    static final int TRANSITIONS = 2;

    private static final String TENANT = "default";
    private static final String AXIS = "status";
    private static final String WORKER = "mover";
    private static final JsonNode PAYLOAD = Json.parse("{\"source\":\"https://example.org\",\"n\":1}");
    private static final int UNWRITTEN = 5_000;
    /** As many as a crowd of busy workers holds. */
    static final int IN_HAND = 4_000;

    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final CommandWriter writer;
    private final AnswerReader answers;
    private final Asker asker;
    private final Gauges gauges;
    private final Random random = new Random(1);
    private final Semaphore unwritten = new Semaphore(UNWRITTEN);
    private final Semaphore hands = new Semaphore(IN_HAND);
    private final Set<String> inHand = ConcurrentHashMap.newKeySet();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    /** How often each has gone round. */
    private final int[] rounds;

    private int held;

    Mover(String bootstrap, Gauges gauges, int most) {
        Connection connection = Connection.to(bootstrap);
        this.asker = new Asker(AnswerReader.slot(connection, WORKER), WORKER, false);
        this.answers = AnswerReader.start(connection, WORKER, this::hear);
        this.writer = new CommandWriter(connection);
        this.gauges = gauges;
        this.rounds = new int[most];
    }

    /** Creates items until there are so many; returns when all are decided. */
    void hold(int items) {
        double before = created();
        int more = items - held;
        for (; held < items; held++) {
            String id = id(held);
            send(id, new Create(NewItem.of(id, "circle", PAYLOAD), null));
        }
        await("created", this::created, before + more);
    }

    /** Claims items taken at random, each as likely as any other, and completes them; returns when all is decided. */
    void move(int items) {
        double before = moved();
        for (int i = 0; i < items; i++) {
            takeHand();
            int item = random.nextInt(held);
            while (!inHand.add(id(item))) {
                item = random.nextInt(held);
            }
            String id = id(item);
            // The first offer of an item has epoch 1.
            long epoch = ++rounds[item];
            send(id, new Claim(id, AXIS, epoch, WORKER, id + "/" + epoch));
        }
        await("moved", this::moved, before + TRANSITIONS * (double) items);
    }

    private void takeHand() {
        try {
            if (!hands.tryAcquire(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                refuseFailure();
                throw new MeasureException("no claim was granted for " + LIMIT.toMinutes() + " min");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MeasureException("interrupted while claims were waited for", e);
        }
    }

    private void hear(AnswerRecord heard) {
        if (heard.answer() instanceof Granted granted) {
            String id = granted.itemId();
            Token token = new Token(granted.epoch(), granted.claimId());
            send(id, new Complete(id, AXIS, token, WORKER, null, null, List.of(), false));
            // Its next claim stands behind this in the log, so it need not wait until that is decided.
            inHand.remove(id);
            hands.release();
        } else {
            failure.compareAndSet(null, new MeasureException("a claim was not granted: " + heard.answer()));
        }
    }

    private static String id(int item) {
        return "item-" + item;
    }

    private void send(String id, Command command) {
        unwritten.acquireUninterruptibly();
        CommandRecord record = CommandRecord.of(TENANT, "move-" + sent.getAndIncrement(), id, command);
        writer.send(record.askedBy(asker)).whenComplete((written, failed) -> {
            unwritten.release();
            if (failed != null) {
                failure.compareAndSet(null, failed);
            }
        });
    }

    private double created() {
        return gauges.sum("odradek_state_store_facts_total");
    }

    private double moved() {
        return gauges.sum("odradek_state_store_moves_total");
    }

    /** Given up on when nothing more happens for a while. */
    private void await(String what, DoubleSupplier count, double wanted) {
        double seen = count.getAsDouble();
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (seen < wanted) {
            refuseFailure();
            if (System.nanoTime() > deadline) {
                throw new MeasureException("%,.0f more were to be %s, and none was for %d min; %s commands were refused"
                        .formatted(
                                wanted - seen,
                                what,
                                LIMIT.toMinutes(),
                                gauges.sum("odradek_state_store_refusals_total")));
            }
            LockSupport.parkNanos(LOOK.toNanos());
            double now = count.getAsDouble();
            deadline = now > seen ? System.nanoTime() + LIMIT.toNanos() : deadline;
            seen = now;
        }
    }

    private void refuseFailure() {
        Throwable failed = failure.get();
        if (failed != null) {
            throw new MeasureException("a command could not be written or was refused: " + failed, failed);
        }
    }

    @Override
    public void close() {
        answers.close();
        writer.close();
    }
}
