package dev.odradek.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.ingest.Calls;
import dev.odradek.ingest.Calls.Reply;
import dev.odradek.ingest.IngestRig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What clients are told when others are in trouble, and that it is over by itself when they are not. */
class TroubleIT {
    private static final String ITEM = "{\"machine\": \"ping\"}";

    @TempDir
    Path dir;

    @Test
    @DisplayName("overloaded by the lag of commands, starting without a state-store, broker_away: each recovers")
    void recovers() throws Exception {
        try (IngestRig rig =
                IngestRig.start(dir, Map.of("odradek.ingest.max-lag", "100", "odradek.ingest.patience", "2s"))) {
            rig.define("ping.yaml");
            Calls http = rig.http();
            assertThat(http.with("Prefer", "wait").post("/v1/items", ITEM).status())
                    .isEqualTo(201);

            rig.stopStateStore();
            Reply undecided = http.with("Prefer", "wait").post("/v1/items", ITEM);
            assertPassing(undecided, 503, "starting");
            Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                Reply reply = null;
                for (int n = 0; n < 60; n++) {
                    reply = http.post("/v1/items", ITEM);
                }
                assertPassing(reply, 429, "overloaded");
            });
            rig.startStateStore();
            eventually().until(() -> http.post("/v1/items", ITEM).status() == 202);

            rig.proxy().cut();
            assertPassing(http.post("/v1/items", ITEM), 503, "broker_away");
            eventually()
                    .untilAsserted(() -> assertThat(http.post("/v1/items", ITEM).text("detail"))
                            .contains("nothing was written"));
            assertThat(http.get("/healthz").status()).isEqualTo(200);
            rig.proxy().heal();
            eventually().until(() -> http.post("/v1/items", ITEM).status() == 202);
        }
    }

    private static ConditionFactory eventually() {
        return Awaitility.await().atMost(Duration.ofSeconds(60));
    }

    private static void assertPassing(Reply reply, int status, String code) {
        assertThat(reply.status()).as(reply.toString()).isEqualTo(status);
        assertThat(reply.code()).isEqualTo(code);
        assertThat(reply.header("Retry-After")).matches("\\d+");
    }
}
