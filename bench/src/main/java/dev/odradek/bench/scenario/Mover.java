package dev.odradek.bench.scenario;

import dev.odradek.bench.measure.MeasureException;
import dev.odradek.topics.command.Command;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.route.CommandWriter;
import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
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

    /** A claim and a completion. */
    static final int TRANSITIONS = 2;

    private static final String TENANT = "default";
    private static final String AXIS = "status";
    private static final String WORKER = "mover";
    private static final JsonNode PAYLOAD = Json.parse("{\"source\":\"https://example.org\",\"n\":1}");
    private static final int UNANSWERED = 5_000;
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final CommandWriter writer;
    private final Gauges gauges;
    private final Random random = new Random(1);
    private final Semaphore free = new Semaphore(UNANSWERED);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    /** How often each has gone round. */
    private final int[] rounds;

    private int held;
    private long sent;

    Mover(String bootstrap, Gauges gauges, int most) {
        this.writer = new CommandWriter(Connection.to(bootstrap));
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

    /** Claims and completes items taken at random, each as likely as any other; returns when all is decided. */
    void move(int items) {
        double before = moved();
        for (int i = 0; i < items; i++) {
            int item = random.nextInt(held);
            String id = id(item);
            // The first offer of an item has epoch 1.
            long epoch = ++rounds[item];
            String claim = id + "/" + epoch;
            send(id, new Claim(id, AXIS, epoch, WORKER, claim));
            send(id, new Complete(id, AXIS, new Token(epoch, claim), WORKER, null, null, List.of(), false));
        }
        await("moved", this::moved, before + TRANSITIONS * (double) items);
    }

    private static String id(int item) {
        return "item-" + item;
    }

    private void send(String id, Command command) {
        free.acquireUninterruptibly();
        writer.send(CommandRecord.of(TENANT, "move-" + sent++, id, command)).whenComplete((written, failed) -> {
            free.release();
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
            Throwable failed = failure.get();
            if (failed != null) {
                throw new MeasureException("a command could not be written: " + failed, failed);
            }
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

    @Override
    public void close() {
        writer.close();
    }
}
