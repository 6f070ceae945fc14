package dev.odradek.bench.measure;

import dev.odradek.bench.figure.Row;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** Those of the workloads W1 to W4 that are wanted, of one system. */
public record SubjectTrial(Subject subject, Scale scale, Set<String> wanted) implements Trial {
    /** All that a system can be measured by. */
    public static final Set<String> WORKLOADS = Set.of("W1", "W2", "W3", "W4");

    @Override
    public Row row() {
        return subject.row();
    }

    @Override
    public Optional<String> missing() {
        return subject.missing();
    }

    @Override
    public void run(Sheet sheet, Path dir) throws Exception {
        if (wanted.contains("W1") || wanted.contains("W2") || wanted.contains("W3")) {
            new Workloads(subject, scale, wanted, sheet).measure(dir.resolve("work"));
        }
        if (wanted.contains("W4")) {
            Killing killing = new Killing(subject, scale);
            if (!scale.isQuick()) {
                killing.atDefaults(sheet, dir.resolve("default"));
            }
            killing.atLowest(sheet, dir.resolve("lowest"));
        }
    }
}
