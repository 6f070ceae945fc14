package dev.odradek.bench.peer;

import dev.odradek.bench.figure.Row;
import dev.odradek.bench.figure.Survival;
import dev.odradek.bench.measure.Recovery;
import dev.odradek.bench.measure.Server;
import dev.odradek.bench.measure.Subject;
import dev.odradek.bench.measure.Tuning;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Restate's server from npm, with a worker on its TypeScript SDK. */
final class Restate implements Subject {
    private static final String SERVER = "1.7.12";
    private static final String SDK = "1.17.2";

    @Override
    public Row row() {
        return new Row(
                "restate",
                "Restate " + SERVER,
                false,
                Survival.SYNCED,
                "one node with its defaults (fsync of its log on), worker on Node with SDK " + SDK
                        + ", calls by HTTP send; three stages are three ctx.run of one handler;"
                        + " W4: the same worker started again",
                Optional.empty(),
                Map.of(),
                List.of());
    }

    @Override
    public Optional<String> missing() {
        return Npm.missing();
    }

    @Override
    public boolean hasBulk() {
        return false;
    }

    @Override
    public Recovery recovery() {
        return Recovery.BY_RESTART;
    }

    @Override
    public Server start(Path dir, Tuning tuning) throws Exception {
        Path npm = Npm.installed(
                "restate", List.of("@restatedev/restate-server@" + SERVER, "@restatedev/restate-sdk@" + SDK));
        return RestateServer.start(npm, dir);
    }
}
