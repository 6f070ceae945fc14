package dev.odradek.bench.peer;

import dev.odradek.bench.measure.Subject;
import java.util.ArrayList;
import java.util.List;

/** Every system there is a driver for, ours first. */
public final class Peers {
    private Peers() {}

    public static List<Subject> all() {
        List<Subject> all = new ArrayList<>(Odradek.all());
        all.add(new DbScheduler());
        all.add(new JobRunr());
        all.add(new Restate());
        all.add(new Dbos());
        all.add(new LittleHorse());
        return all;
    }
}
