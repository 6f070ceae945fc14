package dev.odradek.standalone.demo;

import dev.odradek.localcluster.JavaProcess;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.settings.Connection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The worker processes of a run; none outlives the crew. */
public final class Crew implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final String LEDGER = ".ledger";

    private final Connection connection;
    private final String tenant;
    private final Path runDir;
    private final List<JavaProcess> workers = new ArrayList<>();

    Crew(Connection connection, String tenant, Path runDir) {
        this.connection = connection;
        this.tenant = tenant;
        this.runDir = runDir;
    }

    /** Starts one more process for a stage; it works once {@link #awaitReady} has returned. */
    public JavaProcess hire(String stage) {
        String name = stage + "-" + (workers.size() + 1);
        TopicPlan plan = connection.plan();
        JavaProcess worker = JavaProcess.of(DemoWorker.class)
                .small(96)
                .jvmArgs("-Xms16m", "-Xss512k", "-XX:-UsePerfData")
                .jvmArgs(sharedClasses())
                .environment("ODRADEK_BOOTSTRAP", connection.bootstrap())
                .environment("ODRADEK_PREFIX", plan.prefix())
                .environment("ODRADEK_PARTITIONS", Integer.toString(plan.partitions()))
                .environment("ODRADEK_ANSWER_SLOTS", Integer.toString(plan.slots()))
                .environment("ODRADEK_MAX_BYTES", Integer.toString(plan.maxBytes()))
                .environment("ODRADEK_WORKER_TENANT", tenant)
                .args(stage, runDir.resolve(name + LEDGER).toString())
                .start(runDir.resolve(name + ".log"));
        workers.add(worker);
        return worker;
    }

    /** The archive of loaded classes that this process was started with, if any: it halves a JVM's start. */
    private static String[] sharedClasses() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("-XX:SharedArchiveFile=") || flag.startsWith("-Xlog:"))
                .toArray(String[]::new);
    }

    void awaitReady() {
        workers.forEach(worker -> worker.awaitLine(line -> line.startsWith(DemoWorker.READY), START_LIMIT));
    }

    /** The processes hired so far, dead or alive. */
    public List<JavaProcess> workers() {
        return List.copyOf(workers);
    }

    /** Whether anyone is left to work. */
    boolean isThere() {
        return workers.stream().anyMatch(JavaProcess::isAlive);
    }

    /** Lets each finish what it holds. */
    void dismiss() {
        workers.parallelStream().filter(JavaProcess::isAlive).forEach(JavaProcess::stop);
    }

    /** Every line of every worker's ledger, of the dead ones too. */
    List<Handled> handled() {
        try (Stream<Path> files = Files.list(runDir)) {
            return files.filter(file -> file.toString().endsWith(LEDGER))
                    .sorted(Comparator.naturalOrder())
                    .flatMap(file -> Ledger.read(file).stream())
                    .map(Handled::parse)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        workers.forEach(JavaProcess::close);
    }
}
