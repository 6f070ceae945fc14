package dev.odradek.ingest.claim;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.odradek.topics.TopicPlan;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class WatermarksTest {

    @Test
    void whatCouldNotBeNotedIsTriedAgain() {
        Map<String, Object> nobody = Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:1",
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, 100,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 200);
        try (Admin admin = Admin.create(nobody)) {
            Watermarks watermarks = new Watermarks(admin, new TopicPlan("t.", 1, 1, 4096));

            for (int time = 0; time < 2; time++) {
                assertThatThrownBy(() -> watermarks
                                .note("q", Map.of(new TopicPartition("t.q", 0), 7L))
                                .get(30, TimeUnit.SECONDS))
                        .as("what is taken for noted is not written, and fails no more")
                        .isInstanceOf(ExecutionException.class);
            }
        }
    }
}
