package dev.odradek.standalone.sample;

import dev.odradek.stages.bench.Bench;
import dev.odradek.stages.bench.Moments;
import dev.odradek.stages.bench.Outside;
import dev.odradek.standalone.client.Asking;
import dev.odradek.standalone.client.MachineApply;
import dev.odradek.standalone.service.Standalone;
import dev.odradek.standalone.service.StandaloneConfig;
import dev.odradek.standalone.service.StopWish;
import dev.odradek.topics.settings.Connection;
import dev.odradek.topics.settings.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Runs the sample pipeline with everything around it, kills one worker of each kind, and judges what came of it. */
public final class Sample {
    /** Whose items they are; the triggers name it as well. */
    static final String TENANT = "default";

    private final SampleConfig config;
    private final Consumer<String> narrator;

    public Sample(SampleConfig config, Consumer<String> narrator) {
        this.config = config;
        this.narrator = narrator;
    }

    public Verdict run() {
        Path root = config.standalone().dataDir().root();
        Webhooks webhooks = Webhooks.in(root.resolve("sample"));
        narrator.accept("Starting a broker, a database and all services on " + root + ".");
        try (StopWish stop = StopWish.listen();
                Standalone standalone = Standalone.start(with(webhooks), narrator)) {
            apply(standalone.connection());
            return drill(standalone, stop, webhooks);
        }
    }

    private Verdict drill(Standalone standalone, StopWish stop, Webhooks webhooks) {
        String run = Long.toString(System.currentTimeMillis(), 36);
        Connection connection = standalone.connection();
        Path dir = directory(run);
        try (World world = new World(standalone.url(), TENANT, run, dir);
                Victims victims = new Victims(Drill.KILLED, connection, TENANT, world.settings(), dir);
                Bench bench = new Bench(connection, TENANT, outside(world), Moments.UNHEARD)) {
            narrator.accept("Pages, chat, fixer, model and releases answer on this machine; " + Drill.KILLED.size()
                    + " workers start, one of each kind. Their logs are in " + dir + ".");
            Steps steps = new Steps(standalone.url(), webhooks, stop, config.patience(), narrator);
            return new Drill(steps, world, victims, bench).run();
        }
    }

    private void apply(Connection connection) {
        try (Asking asking = Asking.open(connection)) {
            String names = Bench.machines().stream()
                    .map(MachineApply::parse)
                    .map(machine -> {
                        machine.to(asking, TENANT);
                        return machine.name();
                    })
                    .collect(Collectors.joining(", "));
            narrator.accept("Applied the machines " + names + ".");
        }
    }

    private StandaloneConfig with(Webhooks webhooks) {
        StandaloneConfig given = config.standalone();
        Settings settings = given.settings()
                .with("odradek.ingest.triggers", webhooks.triggers())
                .with("odradek.ingest.secrets", webhooks.secrets());
        return new StandaloneConfig(
                given.dataDir(), given.services(), given.bootstrap(), given.brokerPort(), given.httpPort(), settings);
    }

    private static Outside outside(World world) {
        Map<String, String> named = world.settings().entrySet().stream()
                .collect(Collectors.toMap(each -> Outside.ROOT + each.getKey(), Map.Entry::getValue));
        return Outside.from(new Settings(named, Map.of()));
    }

    private Path directory(String run) {
        try {
            return Files.createDirectories(
                    config.standalone().dataDir().root().resolve("sample").resolve(run));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
