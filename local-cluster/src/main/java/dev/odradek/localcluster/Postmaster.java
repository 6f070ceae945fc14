package dev.odradek.localcluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The server process that a database's postmaster.pid speaks of, which may be long gone. */
record Postmaster(Path folder, long pid, int port, String status) {
    private static final Logger log = LoggerFactory.getLogger(Postmaster.class);
    private static final Duration FAST = Duration.ofSeconds(10);
    private static final Duration IMMEDIATE = Duration.ofSeconds(5);
    private static final Duration POLL = Duration.ofMillis(10);

    /** Empty if there is no such file, or not even a process id in it. */
    static Optional<Postmaster> recordedIn(Path folder) {
        try {
            List<String> lines = Files.readAllLines(file(folder));
            // A server on its way up has written the first lines only.
            int port = lines.size() > 3 ? Integer.parseInt(lines.get(3).strip()) : 0;
            String status = lines.size() > 7 ? lines.get(7).strip() : "";
            return lines.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                            new Postmaster(folder, Long.parseLong(lines.get(0).strip()), port, status));
        } catch (IOException | NumberFormatException absentOrBeingWritten) {
            return Optional.empty();
        }
    }

    /** Leaves no server running, nor a file that would keep the next one from starting. */
    static void clear(Path folder, PostgresPrograms programs) throws IOException {
        Optional<Postmaster> left = recordedIn(folder);
        if (left.isPresent() && left.get().isRunning()) {
            log.atInfo().addKeyValue("pid", left.get().pid()).log("stopping a database whose owner is gone");
            left.get().stop(programs);
        }
        // PostgreSQL takes whoever has the pid now for a server. A pid that nobody has it checks better than we could:
        // the file tells it which shared memory a backend of the killed server may still be writing to.
        boolean misleading = left.isEmpty()
                || ProcessHandle.of(left.get().pid())
                        .filter(ProcessHandle::isAlive)
                        .isPresent();
        if (misleading) Files.deleteIfExists(file(folder));
    }

    private static Path file(Path folder) {
        return folder.resolve("postmaster.pid");
    }

    boolean isReady() {
        return status.equals("ready") && isRunning();
    }

    /** By its arguments: another process may have its pid by now, and a dead one that nobody waited for has none. */
    boolean isRunning() {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .flatMap(process -> process.info().arguments())
                .filter(arguments -> Arrays.asList(arguments).contains(folder.toString()))
                .isPresent();
    }

    /** Fast shutdown; if that hangs, an immediate one, and SIGKILL at last. Nothing committed is lost by any. */
    void stop(PostgresPrograms programs) {
        if (signalled("INT", programs, FAST) || signalled("QUIT", programs, IMMEDIATE)) return;
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        if (!goneWithin(IMMEDIATE)) {
            throw new LocalClusterException(
                    "PostgreSQL's process " + pid + " on " + folder + " could not be killed; end it and start again.");
        }
    }

    private boolean signalled(String signal, PostgresPrograms programs, Duration limit) {
        if (!isRunning()) return true;
        try {
            programs.run("pg_ctl", List.of("kill", signal, Long.toString(pid)));
        } catch (LocalClusterException e) {
            // It may have ended by itself a moment ago.
            if (isRunning()) throw e;
        }
        return goneWithin(limit);
    }

    private boolean goneWithin(Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (isRunning()) {
            if (System.nanoTime() - deadline > 0) return false;
            LockSupport.parkNanos(POLL.toNanos());
        }
        return true;
    }
}
