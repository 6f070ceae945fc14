package dev.odradek.standalone.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.TopicPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirTest {
    @TempDir
    Path dir;

    private DataDir data;

    @BeforeEach
    void prepare() {
        data = new DataDir(dir);
        data.prepare();
    }

    @Test
    void anAnnouncedServiceIsFoundUntilItIsRetracted() {
        Endpoint here = Endpoint.here(Service.STATE_STORE, "k:9092", "10.0.0.5", 8642, TopicPlan.defaults(), null);
        data.announce(here);

        assertThat(data.running(Service.STATE_STORE)).contains(here);
        assertThat(here.url()).isEqualTo("http://10.0.0.5:8642");
        assertThat(data.running(Service.BROKER)).isEmpty();

        data.retract(Service.STATE_STORE);

        assertThat(data.endpoint(Service.STATE_STORE)).isEmpty();
    }

    @Test
    void anEndpointWhoseProcessIsGoneDoesNotRun() {
        Endpoint here = Endpoint.here(Service.BROKER, "k:9092", "127.0.0.1", 8642, TopicPlan.defaults(), null);
        // The same number, but of a process that began at another time.
        data.announce(new Endpoint(
                Service.BROKER,
                here.pid(),
                here.processStart() - 60_000,
                here.bootstrap(),
                null,
                1,
                here.plan(),
                null));

        assertThat(data.endpoint(Service.BROKER)).map(Endpoint::url).contains("http://127.0.0.1:1");
        assertThat(data.running(Service.BROKER)).isEmpty();
    }

    @Test
    void aTornEndpointIsNone() throws IOException {
        Files.writeString(dir.resolve("run/broker.json"), "{\"service\": ");

        assertThat(data.endpoint(Service.BROKER)).isEmpty();
    }
}
