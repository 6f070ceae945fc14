package dev.odradek.ingest.item;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.odradek.ingest.http.BadJson;
import dev.odradek.ingest.http.LogWatch;
import dev.odradek.ingest.http.Problem;
import dev.odradek.ingest.http.ProblemException;
import dev.odradek.ingest.http.Problems;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.event.WriteToken;
import dev.odradek.topics.route.CommandWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectReader;

/** One stream of items on its way to the log: a bad one stops none of the others. */
final class BulkPost implements LineReader.Sink {
    /** So many may be on their way to the broker at once; then the sender has to wait. */
    private static final int WINDOW = 5_000;
    /** How often it is asked whether there is too much work. */
    private static final int STRETCH = 1_000;

    private static final int SHOWN = 100;

    private final String tenant;
    private final Intake intake;
    private final CommandWriter writer;
    private final LogWatch watch;
    private final ObjectReader reader;
    private final Duration patience;
    private final Semaphore window = new Semaphore(WINDOW);
    private final Set<String> unknown = new HashSet<>();
    private final SortedMap<Integer, Long> offsets = new TreeMap<>();
    private final List<Refused> refused = new ArrayList<>();
    private long line;
    private long accepted;
    private long refusedCount;
    private volatile boolean away;

    /** What every stream of items is sent by. */
    record Tools(Intake intake, CommandWriter writer, LogWatch watch, ObjectReader reader, Duration patience) {}

    BulkPost(String tenant, Tools tools) {
        this.tenant = tenant;
        this.intake = tools.intake();
        this.writer = tools.writer();
        this.watch = tools.watch();
        this.reader = tools.reader();
        this.patience = tools.patience();
    }

    @Override
    public void tooLong() {
        line++;
        refuse(
                line,
                Problem.TOO_LARGE.because("The line is longer than a command may be; store large data with PUT"
                        + " /v1/artifacts and post a reference."));
    }

    @Override
    public void line(byte[] bytes, int length) {
        line++;
        try {
            if (!isBlank(bytes, length)) {
                post(line, intake.draft(tenant, read(bytes, length)));
            }
        } catch (ProblemException e) {
            refuse(line, e);
        }
    }

    /** Waits until the broker has what it was sent, and says what became of it all. */
    Answer finish() {
        boolean all = acquire(WINDOW);
        synchronized (this) {
            if (!all || (away && accepted == 0)) {
                throw Problem.BROKER_AWAY.because("Kafka has not acknowledged the items in time, so that they may or"
                        + " may not take effect; send them again, with the same idempotency_keys.");
            }
            return new Answer(accepted, token(), List.copyOf(refused), refusedCount);
        }
    }

    private @Nullable String token() {
        return offsets.isEmpty() ? null : new WriteToken(offsets).toString();
    }

    private ItemBody read(byte[] bytes, int length) {
        try {
            ItemBody body = reader.readValue(bytes, 0, length);
            if (body == null) {
                throw Problem.BAD_REQUEST.because("The line must be a JSON object, was null.");
            }
            return body;
        } catch (JacksonException e) {
            throw Problem.BAD_REQUEST.because("The line must be an item in JSON: " + BadJson.why(e) + ".");
        }
    }

    private void post(long number, NewItem item) {
        if (away) {
            throw Problem.BROKER_AWAY.because("Kafka did not acknowledge an item before this one; send it again.");
        }
        if (number % STRETCH == 0 && !watch.awaitRoom(patience)) {
            watch.refuseWhileOverloaded();
        }
        if (!intake.knows(tenant, item.machine())) {
            decide(item);
            return;
        }
        if (!acquire(1)) {
            away = true;
            throw Problem.BROKER_AWAY.because("Kafka does not take items any more; send it again.");
        }
        var unused = writer.send(Intake.create(tenant, item)).whenComplete((written, failure) -> {
            if (failure == null) {
                accept(written.partition(), written.offset());
            } else {
                ProblemException problem = Problems.of(failure);
                away |= problem.problem() == Problem.BROKER_AWAY;
                refuse(number, problem);
            }
            window.release();
        });
    }

    /** The first item of a machine: whether there is such a machine only the core knows. */
    private void decide(NewItem item) {
        if (unknown.contains(item.machine())) {
            throw Problem.UNKNOWN_MACHINE.because(
                    "There is no machine " + item.machine() + "; put its definition first.");
        }
        try {
            WriteToken.parse(intake.decide(tenant, item).join().token())
                    .offsets()
                    .forEach(this::decided);
        } catch (CompletionException e) {
            ProblemException problem = Problems.of(e);
            if (problem.problem() == Problem.UNKNOWN_MACHINE) {
                unknown.add(item.machine());
            }
            throw problem;
        }
    }

    private synchronized void decided(int partition, long offset) {
        accepted++;
        offsets.merge(partition, offset, Math::max);
    }

    private synchronized void accept(int partition, long offset) {
        intake.count();
        decided(partition, offset);
    }

    private synchronized void refuse(long number, ProblemException problem) {
        refusedCount++;
        if (refused.size() < SHOWN) {
            refused.add(new Refused(number, problem.problem().code(), problem.detail()));
        }
    }

    private boolean acquire(int permits) {
        try {
            return window.tryAcquire(permits, patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static boolean isBlank(byte[] bytes, int length) {
        for (int i = 0; i < length; i++) {
            if (bytes[i] != ' ' && bytes[i] != '\t' && bytes[i] != '\r') {
                return false;
            }
        }
        return true;
    }

    /** A line that was not taken, the first being 1. */
    record Refused(long line, String code, String detail) {}

    /**
     * What became of a stream of items; of the refused the first are shown.
     *
     * @param token absent if none was accepted
     */
    record Answer(
            long accepted,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String token,

            List<Refused> refused,
            long refusedCount) {}
}
