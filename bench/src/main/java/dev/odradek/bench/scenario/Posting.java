package dev.odradek.bench.scenario;

import dev.odradek.bench.figure.Metric;
import dev.odradek.bench.figure.Steady;
import dev.odradek.bench.measure.Scale;
import dev.odradek.bench.measure.Sheet;
import dev.odradek.bench.peer.OdradekServer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** P6: items posted over HTTP to a process that also decides them, beside an endpoint of it that only answers. */
record Posting(Scale scale) {
    private static final int CONNECTIONS = 32;
    private static final String ITEM = "{\"machine\":\"one\",\"payload\":{\"source\":\"https://example.org\",\"n\":1}}";

    Scenario scenario() {
        return new Scenario(
                "p6",
                "Odradek over HTTP",
                "P6: ./odradek up without read model or limit on waiting commands, no worker; " + CONNECTIONS
                        + " connections from one process, one request at a time on each; the other endpoint is"
                        + " GET /healthz; bulk: NDJSON, " + bulk() + " items a request, one request at a time",
                this::run);
    }

    private int bulk() {
        return scale.of(50_000, 10_000);
    }

    private void run(Sheet sheet, Path dir) throws Exception {
        Map<String, String> environment = new HashMap<>(Scenario.NO_READ_MODEL);
        environment.put("ODRADEK_INGEST_MAX_LAG", "100000000");
        try (OdradekServer server = OdradekServer.start(dir, environment, "mode: confirmed", Map.of())) {
            HttpLoad load = new HttpLoad(URI.create(server.up().url()), CONNECTIONS);
            byte[] bare = load.request("GET", "/healthz", "", "");
            byte[] single = load.request("POST", "/v1/items", "application/json", ITEM);
            byte[] bulk = load.request("POST", "/v1/items/bulk", "application/x-ndjson", (ITEM + "\n").repeat(bulk()));
            sheet.add(Metric.P6_BARE, warm(sheet, load, bare));
            sheet.add(Metric.P6_SINGLE, warm(sheet, load, single));
            load.once(bulk);
            long begun = System.nanoTime();
            int requests = scale.of(5, 2);
            for (int i = 0; i < requests; i++) {
                load.once(bulk);
            }
            sheet.add(Metric.P6_BULK, requests * bulk() / ((System.nanoTime() - begun) / 1e9));
        }
    }

    /** Windows until two in a row agree; the rate of one more. */
    private double warm(Sheet sheet, HttpLoad load, byte[] request) throws Exception {
        Duration window = scale.of(Duration.ofSeconds(5), Duration.ofSeconds(2));
        List<Double> rates = new ArrayList<>();
        do {
            rates.add(load.rate(request, window));
        } while (rates.size() < scale.warmRounds() && !Steady.reached(rates));
        if (!Steady.reached(rates)) {
            sheet.note("P6 was not steady after " + rates.size() + " windows");
        }
        return load.rate(request, window);
    }
}
