package dev.odradek.bench.scenario;

import dev.odradek.bench.figure.Row;
import dev.odradek.bench.figure.Survival;
import dev.odradek.bench.measure.Sheet;
import dev.odradek.bench.measure.Trial;
import dev.odradek.bench.peer.Launcher;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A trial of ours alone, without a read model unless it says otherwise. */
record Scenario(String key, String name, String settings, Course course) implements Trial {
    /** Without database and read model, as in the rows that peers are compared with. */
    static final Map<String, String> NO_READ_MODEL = Map.of("ODRADEK_DATABASE_URL", "none");

    /** What is done in it. */
    interface Course {
        void run(Sheet sheet, Path dir) throws Exception;
    }

    @Override
    public Row row() {
        return new Row(key, name, true, Survival.PAGE_CACHE, settings, Optional.empty(), Map.of(), List.of());
    }

    @Override
    public Optional<String> missing() {
        return Launcher.missing();
    }

    @Override
    public void run(Sheet sheet, Path dir) throws Exception {
        course.run(sheet, dir);
    }
}
