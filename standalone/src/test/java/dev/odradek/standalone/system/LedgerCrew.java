package dev.odradek.standalone.system;

import dev.odradek.localcluster.JavaProcess;
import dev.odradek.standalone.demo.Audit;
import dev.odradek.standalone.demo.Handled;
import dev.odradek.standalone.demo.Ledger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** Worker processes of one queue, and what their ledgers say of them. */
final class LedgerCrew implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(120);

    private final Rig rig;
    private final String queue;
    private final int concurrency;
    private final Duration effort;
    private final List<JavaProcess> workers = new ArrayList<>();

    LedgerCrew(Rig rig, String queue, int concurrency, Duration effort) {
        this.rig = rig;
        this.queue = queue;
        this.concurrency = concurrency;
        this.effort = effort;
    }

    /** Starts the processes; none works before it is {@link #release released}. */
    void hire(int count) {
        for (int i = 0; i < count; i++) {
            int number = workers.size() + 1;
            workers.add(rig.ofOurs(JavaProcess.of(LedgerWorker.class).small(64))
                    .args(queue, ledger(number).toString(), go(number).toString())
                    .args(Integer.toString(concurrency), Long.toString(effort.toMillis()))
                    .start(file(number, ".out")));
        }
        workers.forEach(worker -> worker.awaitLine(LedgerWorker.READY::equals, START_LIMIT));
    }

    /** Lets all up to this number work. */
    void release(int upTo) {
        try {
            for (int number = 1; number <= upTo; number++) {
                if (!Files.exists(go(number))) {
                    Files.createFile(go(number));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** SIGTERM to all but the first few: each lets its handlers finish and gives back the rest. */
    void dismissAllBut(int kept) {
        workers.subList(kept, workers.size()).parallelStream().forEach(JavaProcess::stop);
    }

    /** SIGKILL to one. */
    void kill(int number) {
        workers.get(number - 1).kill();
    }

    /** Lines of one worker. */
    List<Handled> handledBy(int number) {
        return Files.exists(ledger(number))
                ? Ledger.read(ledger(number)).stream().map(Handled::parse).toList()
                : List.of();
    }

    List<Handled> handled() {
        return Stream.iterate(1, number -> number + 1)
                .limit(workers.size())
                .flatMap(number -> handledBy(number).stream())
                .toList();
    }

    /** How many lines each worker has, in the order they were hired. */
    List<Integer> shares() {
        return Stream.iterate(1, number -> number + 1)
                .limit(workers.size())
                .map(number -> handledBy(number).size())
                .toList();
    }

    Audit audit(Collection<String> acknowledged) {
        return Audit.of(acknowledged, List.of(queue), handled());
    }

    private Path ledger(int number) {
        return file(number, ".ledger");
    }

    private Path go(int number) {
        return file(number, ".go");
    }

    private Path file(int number, String ending) {
        return rig.dir().resolve(queue + "-" + number + ending);
    }

    @Override
    public void close() {
        workers.forEach(JavaProcess::close);
    }
}
