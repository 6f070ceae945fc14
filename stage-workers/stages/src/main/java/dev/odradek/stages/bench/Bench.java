package dev.odradek.stages.bench;

import dev.odradek.runtime.Result;
import dev.odradek.runtime.Worker;
import dev.odradek.runtime.WorkerBuilder;
import dev.odradek.runtime.client.Odradek;
import dev.odradek.stages.bench.Moments.Moment;
import dev.odradek.stages.bench.build.Builder;
import dev.odradek.stages.bench.build.Cycle;
import dev.odradek.stages.bench.issue.Approval;
import dev.odradek.stages.bench.issue.FixDispatcher;
import dev.odradek.stages.bench.issue.PageSync;
import dev.odradek.stages.bench.task.AgentRunner;
import dev.odradek.stages.bench.trophy.Dedup;
import dev.odradek.topics.settings.Connection;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sample's workers in one process: any of its stages, on one connection. */
public final class Bench implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Bench.class);
    private static final int DEDUP_BATCH = 20;

    private final Connection connection;
    private final String tenant;
    private final Outside outside;
    private final Moments moments;
    private final Odradek odradek;
    private final Core core;
    private final List<Worker> workers = new ArrayList<>();

    public Bench(Connection connection, String tenant, Outside outside, Moments moments) {
        this.connection = connection;
        this.tenant = tenant;
        this.outside = outside;
        this.moments = moments;
        this.odradek = Odradek.to(connection, tenant);
        this.core = new Core(odradek);
    }

    /** The definitions of its machines. */
    public static List<String> machines() {
        return Stream.of("task", "trophy", "issue", "page", "build", "cycle")
                .map(name -> resource("/bench/" + name + ".yaml"))
                .toList();
    }

    public static List<String> triggers() {
        return Stream.of("bug", "slack", "notion")
                .map(name -> resource("/bench/triggers/" + name + ".yaml"))
                .toList();
    }

    /** Starts workers of these stages; more can be started later. */
    public Bench start(Collection<Stage> stages) {
        stages.forEach(stage -> describe(stage).ifPresent(worker -> workers.add(worker.start())));
        return this;
    }

    private Optional<WorkerBuilder> describe(Stage stage) {
        WorkerBuilder worker =
                Worker.configured().connection(connection).tenant(tenant).queue(stage.queue());
        return switch (stage) {
            case TASK ->
                Optional.of(worker.handle(
                        new Patient(new AgentRunner(outside.agents(), outside.service(), core, moments))));
            case TROPHY -> Optional.of(worker.concurrency(2).batch(DEDUP_BATCH).handleAll(new Dedup(core, moments)));
            case SYNC -> Optional.of(worker.handle(new Patient(new PageSync(outside.pages(), core, moments))));
            case APPROVAL -> Optional.of(worker.handle(new Patient(new Approval(core, moments))));
            case FIX -> fixing(worker);
            case BUILD -> building(worker);
            case CYCLE ->
                Optional.of(worker.handle(new Cycle(outside.builds(), outside.cronTasks(), InstantSource.system())));
        };
    }

    /** Without a fixer nobody takes an approved issue: it waits, and no attempt is spent on it. */
    private Optional<WorkerBuilder> fixing(WorkerBuilder worker) {
        if (outside.fixer().isEmpty()) {
            LOG.warn("no fixer is configured, so approved issues are left alone");
        }
        return outside.fixer()
                .map(fixer ->
                        worker.handle(new Patient(new FixDispatcher(fixer, outside.pages(), outside.chat(), moments))));
    }

    /** Without a place for its binary nothing is built: it waits. */
    private Optional<WorkerBuilder> building(WorkerBuilder worker) {
        if (outside.service().isEmpty()) {
            LOG.warn("no place for binaries is configured, so nothing is built");
        }
        return outside.service().map(service -> {
            Builder builder = new Builder(outside.releases(), service, InstantSource.system());
            return worker.handle(new Patient(work -> {
                Result kept = builder.handle(work);
                moments.reached(Moment.BINARY_KEPT, work.itemId());
                return kept;
            }));
        });
    }

    public void join() throws InterruptedException {
        for (Worker worker : workers) {
            worker.join();
        }
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(Bench.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        workers.forEach(Worker::close);
        odradek.close();
    }
}
