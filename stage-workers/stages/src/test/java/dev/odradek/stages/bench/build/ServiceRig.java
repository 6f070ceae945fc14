package dev.odradek.stages.bench.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.ingest.IngestConfig;
import dev.odradek.ingest.IngestService;
import dev.odradek.ingest.Operations;
import dev.odradek.ingest.Reading;
import dev.odradek.ingest.Surroundings;
import dev.odradek.localcluster.EmbeddedPostgres;
import dev.odradek.localcluster.PostgresConfig;
import dev.odradek.stages.BenchRig;
import dev.odradek.stages.web.Site;
import dev.odradek.statestore.read.ItemQuery;
import dev.odradek.statestore.read.ItemView;
import dev.odradek.statestore.table.DatabaseConfig;
import dev.odradek.statestore.table.ReadModelService;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.settings.Settings;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rest of Odradek around a {@link BenchRig}: a database with its read model, and ingest. */
final class ServiceRig implements AutoCloseable {
    static final String TENANT = BenchRig.TENANT;

    private final Deque<AutoCloseable> running = new ArrayDeque<>();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final BenchRig core;
    private final ReadModelService readModel;
    private final IngestService ingest;

    private ServiceRig(Path dir) throws InterruptedException {
        CompletableFuture<EmbeddedPostgres> starting =
                CompletableFuture.supplyAsync(() -> EmbeddedPostgres.start(PostgresConfig.in(dir.resolve("database"))));
        core = kept(BenchRig.start(dir));
        EmbeddedPostgres database = kept(starting.join());
        Settings settings = new Settings(
                Map.of("odradek.artifacts.dir", dir.resolve("artifacts").toString()), Map.of());
        readModel = kept(ReadModelService.start(
                core.connection(), DatabaseConfig.from(settings, database.jdbcUrl(), database.user()), meters));
        assertThat(readModel.await(Duration.ofSeconds(30))).isTrue();
        ingest = kept(IngestService.start(
                IngestConfig.from(settings).onPort(0), new Surroundings(core.connection(), this::read, new Well())));
    }

    static ServiceRig start(Path dir) throws InterruptedException {
        return new ServiceRig(dir);
    }

    BenchRig core() {
        return core;
    }

    Site api() {
        return Site.at(ingest.url());
    }

    /** As the read model has them, newest first. */
    List<ItemView> items(String machine) {
        return items(machine, null, 100);
    }

    private List<ItemView> items(@Nullable String machine, @Nullable String state, int limit) {
        return readModel
                .readModel(core.reads().views())
                .items(new ItemQuery(TENANT, machine, state, null, null, null, null, null, limit));
    }

    private Reading.Answered read(String path, @Nullable String query) {
        if (path.equals("/v1/items")) {
            Map<String, String> asked = Arrays.stream(String.valueOf(query).split("&"))
                    .map(pair -> pair.split("=", 2))
                    .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
            int limit = Integer.parseInt(asked.get("limit"));
            return json(200, Map.of("items", items(asked.get("machine"), asked.get("state"), limit)));
        }
        return core.item(path.substring(path.lastIndexOf('/') + 1))
                .map(view -> json(200, view))
                .orElseGet(() -> json(404, Map.of("detail", "no such item")));
    }

    private static Reading.Answered json(int status, Object value) {
        return new Reading.Answered(status, "application/json", Json.mapper().writeValueAsString(value));
    }

    private <T extends AutoCloseable> T kept(T started) {
        running.push(started);
        return started;
    }

    @Override
    public void close() throws Exception {
        while (!running.isEmpty()) {
            running.pop().close();
        }
    }

    /** A process that is always well. */
    private final class Well implements Operations {
        @Override
        public boolean isHealthy() {
            return true;
        }

        @Override
        public Optional<String> note() {
            return Optional.empty();
        }

        @Override
        public String scrape() {
            return "";
        }

        @Override
        public MeterRegistry meters() {
            return meters;
        }
    }
}
