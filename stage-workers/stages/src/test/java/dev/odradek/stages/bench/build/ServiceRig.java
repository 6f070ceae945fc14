package dev.odradek.stages.bench.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.ingest.IngestConfig;
import dev.odradek.ingest.IngestService;
import dev.odradek.ingest.Operations;
import dev.odradek.ingest.Reading;
import dev.odradek.ingest.Surroundings;
import dev.odradek.localcluster.BrokerConfig;
import dev.odradek.localcluster.EmbeddedBroker;
import dev.odradek.localcluster.EmbeddedPostgres;
import dev.odradek.localcluster.PostgresConfig;
import dev.odradek.reaper.ReaperConfig;
import dev.odradek.reaper.ReaperService;
import dev.odradek.stages.web.Site;
import dev.odradek.statestore.StateStoreConfig;
import dev.odradek.statestore.StateStoreService;
import dev.odradek.statestore.read.ItemQuery;
import dev.odradek.statestore.read.ItemView;
import dev.odradek.statestore.read.ScheduleView;
import dev.odradek.statestore.table.DatabaseConfig;
import dev.odradek.statestore.table.ReadModelService;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.settings.Connection;
import dev.odradek.topics.settings.Settings;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** All of Odradek in this JVM, with the sample's machines: broker, database, state-store, reaper, ingest. */
final class ServiceRig implements AutoCloseable {
    static final String TENANT = "default";

    private final Deque<AutoCloseable> running = new ArrayDeque<>();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Connection connection;
    private final StateStoreService stateStore;
    private final ReadModelService readModel;
    private final IngestService ingest;

    private ServiceRig(Path dir) throws Exception {
        EmbeddedBroker broker = kept(EmbeddedBroker.start(BrokerConfig.in(dir.resolve("broker"))));
        EmbeddedPostgres database = kept(EmbeddedPostgres.start(PostgresConfig.in(dir.resolve("database"))));
        connection = new Connection(broker.bootstrapServers(), new TopicPlan("t.", 2, 4, 64 * 1024), Map.of());
        stateStore = kept(StateStoreService.start(
                new StateStoreConfig(connection, dir.resolve("state"), 1, Duration.ofMillis(100), 16 << 20, 0),
                meters));
        stateStore.raiseLevel();
        Settings settings = new Settings(
                Map.of(
                        "odradek.reaper.state-dir", dir.resolve("reaper").toString(),
                        "odradek.artifacts.dir", dir.resolve("artifacts").toString()),
                Map.of());
        kept(ReaperService.start(ReaperConfig.from(settings, connection), meters));
        readModel = kept(ReadModelService.start(
                connection, DatabaseConfig.from(settings, database.jdbcUrl(), database.user()), meters));
        assertThat(readModel.await(Duration.ofSeconds(30))).isTrue();
        ingest = kept(IngestService.start(
                IngestConfig.from(settings).onPort(0), new Surroundings(connection, this::read, new Well())));
    }

    static ServiceRig start(Path dir) throws Exception {
        return new ServiceRig(dir);
    }

    Connection connection() {
        return connection;
    }

    Site api() {
        return Site.at(ingest.url());
    }

    void define(String machine) throws Exception {
        HttpRequest put = HttpRequest.newBuilder(URI.create(ingest.url() + "/v1/machines/" + machine))
                .header("Content-Type", "application/yaml")
                .PUT(BodyPublishers.ofString(resource("/bench/" + machine + ".yaml")))
                .build();
        var answer = HttpClient.newHttpClient().send(put, BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    /** As the read model has them, newest first. */
    List<ItemView> items(String machine) {
        return readModel
                .readModel(stateStore.reads().views())
                .items(new ItemQuery(TENANT, machine, null, null, null, null, null, null, 100));
    }

    /** As the core has it. */
    ItemView item(String id) {
        return stateStore.reads().item(TENANT, id).orElseThrow();
    }

    List<ScheduleView> schedules() {
        return stateStore.reads().schedules(TENANT);
    }

    private Reading.Answered read(String path, @Nullable String query) {
        if (path.equals("/v1/items")) {
            Map<String, String> asked = Arrays.stream(String.valueOf(query).split("&"))
                    .map(pair -> pair.split("=", 2))
                    .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
            List<ItemView> found = readModel
                    .readModel(stateStore.reads().views())
                    .items(new ItemQuery(
                            TENANT,
                            asked.get("machine"),
                            asked.get("state"),
                            null,
                            null,
                            null,
                            null,
                            null,
                            Integer.parseInt(asked.get("limit"))));
            return json(200, Map.of("items", found));
        }
        Optional<ItemView> item = stateStore.reads().item(TENANT, path.substring(path.lastIndexOf('/') + 1));
        return item.map(view -> json(200, view)).orElseGet(() -> json(404, Map.of("detail", "no such item")));
    }

    private static Reading.Answered json(int status, Object value) {
        return new Reading.Answered(status, "application/json", Json.mapper().writeValueAsString(value));
    }

    private static String resource(String name) throws IOException {
        try (var in = Objects.requireNonNull(ServiceRig.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
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
