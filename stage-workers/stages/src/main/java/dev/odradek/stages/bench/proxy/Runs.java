package dev.odradek.stages.bench.proxy;

import dev.odradek.stages.web.Reply;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Runs by id: who asks for one that is under way waits for it, and one that went well is remembered for a while. */
final class Runs {
    private static final int REMEMBERED = 1000;

    private final Map<String, FutureTask<Run>> runs = new LinkedHashMap<>();

    /** What a run is answered with, and whether to say the same again. */
    record Run(Reply reply, boolean lasting) {}

    Reply once(String id, Callable<Run> work) throws Exception {
        FutureTask<Run> mine = new FutureTask<>(work);
        FutureTask<Run> run;
        synchronized (runs) {
            run = runs.computeIfAbsent(id, none -> mine);
        }
        if (run == mine) {
            mine.run();
            forget(id, mine);
        }
        try {
            return run.get().reply();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    private void forget(String id, FutureTask<Run> done) throws InterruptedException {
        synchronized (runs) {
            if (!isLasting(done)) {
                runs.remove(id);
            }
            Iterator<FutureTask<Run>> oldestFirst = runs.values().iterator();
            while (runs.size() > REMEMBERED && oldestFirst.hasNext()) {
                if (oldestFirst.next().isDone()) {
                    oldestFirst.remove();
                }
            }
        }
    }

    private static boolean isLasting(FutureTask<Run> done) throws InterruptedException {
        try {
            return done.get().lasting();
        } catch (ExecutionException e) {
            return false;
        }
    }
}
