package dev.odradek.standalone.sample;

import dev.odradek.localcluster.JavaProcess;
import dev.odradek.localcluster.JavaProcessBuilder;
import dev.odradek.stages.bench.Outside;
import dev.odradek.stages.bench.Stage;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.settings.Connection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** One worker process of each kind, to be killed in the middle of its work; none outlives this. */
final class Victims implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Map<Stage, JavaProcess> processes = new EnumMap<>(Stage.class);

    Victims(Collection<Stage> stages, Connection connection, String tenant, Map<String, String> outside, Path dir) {
        for (Stage stage : stages) {
            TopicPlan plan = connection.plan();
            JavaProcessBuilder process = JavaProcess.of(SampleWorker.class)
                    .small(96)
                    .jvmArgs("-Xms16m", "-Xss512k", "-XX:-UsePerfData")
                    .environment("ODRADEK_BOOTSTRAP", connection.bootstrap())
                    .environment("ODRADEK_PREFIX", plan.prefix())
                    .environment("ODRADEK_PARTITIONS", Integer.toString(plan.partitions()))
                    .environment("ODRADEK_ANSWER_SLOTS", Integer.toString(plan.slots()))
                    .environment("ODRADEK_MAX_BYTES", Integer.toString(plan.maxBytes()))
                    .environment("ODRADEK_WORKER_TENANT", tenant);
            outside.forEach((key, value) -> process.environment(variable(key), value));
            String name = stage.queue();
            processes.put(
                    stage,
                    process.args(name, dir.resolve(name + ".worker.log").toString())
                            .start(dir.resolve(name + ".out")));
        }
    }

    private static String variable(String key) {
        return (Outside.ROOT + key).toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    /** SIGKILL, once it is in the middle of so many items; the id of the last of them. */
    String kill(Stage stage, int held) {
        JavaProcess victim = Objects.requireNonNull(processes.get(stage));
        Set<String> items = new HashSet<>();
        String line = victim.awaitLine(
                said -> said.startsWith(SampleWorker.IN_THE_MIDDLE) && items.add(said) && items.size() >= held, LIMIT);
        victim.kill();
        return line.substring(SampleWorker.IN_THE_MIDDLE.length());
    }

    @Override
    public void close() {
        processes.values().forEach(JavaProcess::close);
    }
}
