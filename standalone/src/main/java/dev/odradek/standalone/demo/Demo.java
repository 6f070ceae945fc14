package dev.odradek.standalone.demo;

import dev.odradek.localcluster.JavaProcess;
import dev.odradek.standalone.client.Asking;
import dev.odradek.standalone.client.MachineApply;
import dev.odradek.standalone.service.Standalone;
import dev.odradek.standalone.service.StopWish;
import dev.odradek.topics.machine.MachineReader;
import dev.odradek.topics.machine.MachineYaml;
import dev.odradek.topics.settings.Connection;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** Runs the sample pipeline on real processes and judges it by their ledgers. */
public final class Demo {
    private static final String PRODUCER_LEDGER = "producer.acknowledged";
    private static final int KEPT_RUNS = 5;

    private final DemoConfig config;
    private final Narrator narrator;
    private final String yaml = resource("/demo/report.yaml");
    private final List<Stage> stages = Stage.of(MachineReader.read(MachineYaml.parse(yaml)));

    public Demo(DemoConfig config, Narrator narrator) {
        this.config = config;
        this.narrator = narrator;
    }

    /** Hears how the run goes. */
    public interface Narrator {
        void say(String sentence);

        void progress(Progress.Snapshot now, int items);
    }

    public Summary run() {
        narrator.say("Starting a broker, a database and a state-store on "
                + config.standalone().dataDir().root() + ".");
        try (StopWish stop = StopWish.listen();
                Standalone standalone = Standalone.start(config.standalone(), narrator::say)) {
            Connection connection = standalone.connection();
            narrator.say(
                    "Kafka is at " + connection.bootstrap() + ", reads and metrics are at " + standalone.url() + ".");
            return runOn(standalone, stop);
        }
    }

    private void apply(Connection connection) {
        try (Asking asking = Asking.open(connection)) {
            MachineApply machine = MachineApply.parse(yaml);
            int version = machine.to(asking, config.tenant());
            narrator.say("Applied machine " + machine.name() + " version " + version + ": "
                    + String.join(" → ", machine.queues()) + ".");
        }
    }

    private Summary runOn(Standalone standalone, StopWish stop) {
        Connection connection = standalone.connection();
        String run = Long.toString(System.currentTimeMillis(), 36);
        Path runDir = runDir(run);
        String idPrefix = "demo-" + run + "-";
        Progress progress = new Progress(idPrefix, stages);
        Casualty casualty = new Casualty();
        Recorded recorded = new Recorded(config.tenant(), idPrefix);
        try (Crew crew = new Crew(connection, config.tenant(), runDir);
                EventFollower follower = EventFollower.start(connection, event -> {
                    progress.hear(event);
                    casualty.hear(event);
                    recorded.hear(event);
                });
                Ledger acknowledged = Ledger.open(runDir.resolve(PRODUCER_LEDGER))) {
            // The workers' JVMs start meanwhile; they wait for their queues by themselves.
            hire(crew);
            apply(connection);
            crew.awaitReady();
            narrator.say("Posting " + config.items() + " items.");
            Poster poster = new Poster(connection, config.tenant(), "report", acknowledged);
            CompletableFuture<Void> posting = CompletableFuture.runAsync(() -> poster.post(idPrefix, config.items()));
            Watch watch = new Watch(config, narrator, () -> follower.isFollowing() && crew.isThere());
            watch.until(progress, stop, posting, now -> killed(now, casualty, crew));
            posting.join();
            crew.dismiss();
            return judge(crew, progress, casualty, runDir).with(recorded.in(standalone));
        }
    }

    private void hire(Crew crew) {
        for (Stage stage : stages) {
            for (int i = 0; i < config.workers(); i++) {
                crew.hire(stage.queue());
            }
        }
        narrator.say("Started " + crew.workers().size() + " worker processes, " + config.workers() + " per stage.");
    }

    /** Kills a worker of the middle stage when a quarter of its items are done; what it held comes back by itself. */
    private boolean killed(Progress.Snapshot now, Casualty casualty, Crew crew) {
        int middle = stages.size() / 2;
        if (now.stages().get(middle).done() * 4 < config.items()) {
            return false;
        }
        JavaProcess victim = crew.workers().get(middle * config.workers());
        casualty.killed("-" + victim.pid() + "-", System.currentTimeMillis());
        victim.kill();
        narrator.say("Killed a worker of stage " + stages.get(middle).queue() + " (process " + victim.pid()
                + ") with SIGKILL in the middle of its work; what it held is taken back when it has been silent for"
                + " 4 s.");
        return true;
    }

    private Summary judge(Crew crew, Progress progress, Casualty casualty, Path runDir) {
        List<String> told = Ledger.read(runDir.resolve(PRODUCER_LEDGER)).stream()
                .map(line -> line.substring(0, line.indexOf('\t')))
                .toList();
        List<Handled> handled = crew.handled();
        Audit audit = Audit.of(told, stages.stream().map(Stage::queue).toList(), handled);
        return Summary.of(audit, progress, casualty, atWorkAfter(handled), runDir.toString());
    }

    /** Seconds from the start of this process to the first line of any handler. */
    private static double atWorkAfter(List<Handled> handled) {
        long started = ManagementFactory.getRuntimeMXBean().getStartTime();
        return handled.stream().mapToLong(Handled::at).min().stream()
                .mapToDouble(first -> (first - started) / 1000.0)
                .findFirst()
                .orElse(0);
    }

    private Path runDir(String run) {
        Path runs = config.standalone().dataDir().root().resolve("runs");
        try {
            Files.createDirectories(runs);
            OldRuns.trim(runs, KEPT_RUNS - 1);
            return Files.createDirectory(runs.resolve(run));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(Demo.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
