package dev.odradek.stages.bench;

import dev.odradek.runtime.Worker;
import dev.odradek.runtime.WorkerBuilder;
import dev.odradek.runtime.client.Odradek;
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
        return Stream.of("task", "trophy", "issue", "page", "build")
                .map(name -> resource("/bench/" + name + ".yaml"))
                .toList();
    }

    public static List<String> triggers() {
        return Stream.of("bug", "slack", "notion")
                .map(name -> resource("/bench/triggers/" + name + ".yaml"))
                .toList();
    }

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
                        new Patient(new AgentRunner(outside.agents(), outside.artifacts(), core, moments))));
            case TROPHY -> Optional.of(worker.concurrency(2).batch(DEDUP_BATCH).handleAll(new Dedup(core, moments)));
            case SYNC -> Optional.of(worker.handle(new Patient(new PageSync(outside.pages(), core, moments))));
            case APPROVAL -> Optional.of(worker.handle(new Patient(new Approval(core, moments))));
            case FIX -> fixing(worker);
            case BUILD -> Optional.empty();
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
