package dev.odradek.localcluster;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts a database's server again whenever it has died, after pauses that grow while that is in vain. */
final class PostgresWatch implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PostgresWatch.class);
    private static final Duration LOOK = Duration.ofMillis(250);
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofSeconds(30);

    /** A server that has lived for so long is well; its next death is news. */
    private static final Duration WELL = Duration.ofMinutes(1);

    private final Function<Postmaster, Postmaster> again;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread = new Thread(this::watch, "database-watch");
    private volatile Postmaster server;
    private Duration pause = Duration.ZERO;
    private long since = System.nanoTime();

    /** @param again starts a server in the place of one that is gone */
    private PostgresWatch(Postmaster server, Function<Postmaster, Postmaster> again) {
        this.server = server;
        this.again = again;
    }

    static PostgresWatch over(Postmaster server, Function<Postmaster, Postmaster> again) {
        PostgresWatch watch = new PostgresWatch(server, again);
        watch.thread.setDaemon(true);
        watch.thread.start();
        return watch;
    }

    /** The one that runs, or the last that did. */
    Postmaster server() {
        return server;
    }

    private void watch() {
        while (!closedWithin(LOOK)) {
            if (!server.isRunning()) {
                if (closedWithin(pause)) return;
                startAgain();
            } else if (System.nanoTime() - since > WELL.toNanos()) {
                pause = Duration.ZERO;
            }
        }
    }

    private void startAgain() {
        // What happens over and over is said once.
        boolean news = pause.isZero();
        if (news)
            log.atWarn().addKeyValue("pid", server.pid()).log("the database's server has died, starting it again");
        pause = longer(pause);
        try {
            server = again.apply(server);
            since = System.nanoTime();
            log.atInfo().addKeyValue("pid", server.pid()).log("database is up again");
        } catch (RuntimeException e) {
            if (news) log.atWarn().log("the database did not start, trying on: {}", String.valueOf(e.getMessage()));
            else log.atDebug().setCause(e).log("the database did not start again");
        }
    }

    private static Duration longer(Duration pause) {
        Duration twice = pause.isZero() ? SHORTEST : pause.multipliedBy(2);
        return twice.compareTo(LONGEST) > 0 ? LONGEST : twice;
    }

    private boolean closedWithin(Duration time) {
        try {
            return closed.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            // Nobody but close ends this, and it does not interrupt: half a start would leave a server to nobody.
            return true;
        }
    }

    /** Lets a start that has begun come to its end; after that the server is watched by nobody. */
    @Override
    public void close() {
        closed.countDown();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }
}
