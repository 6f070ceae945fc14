package dev.odradek.ingest;

import dev.odradek.ingest.Reading.Answered;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.settings.Connection;
import dev.odradek.topics.settings.Settings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** An ingest in a process of its own, with its settings as system properties; it prints where it listens. */
public final class IngestMain {
    public static final String READY = "listening on ";

    private IngestMain() {}

    /** @param args the broker's address */
    public static void main(String[] args) throws InterruptedException {
        Connection connection = new Connection(args[0], new TopicPlan("t.", 1, 1, 64 * 1024), Map.of());
        Reading nothing = (path, query) -> new Answered(503, "application/json", "{}");
        Surroundings surroundings =
                new Surroundings(connection, nothing, new PlainOperations(new SimpleMeterRegistry()));
        IngestService service =
                IngestService.start(IngestConfig.from(Settings.ofProcess()).onPort(0), surroundings);
        System.out.println(READY + service.url());
        new CountDownLatch(1).await();
    }
}
