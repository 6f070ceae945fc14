package dev.odradek.runtime;

import static dev.odradek.runtime.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.odradek.runtime.client.Odradek;
import dev.odradek.runtime.client.Post;
import dev.odradek.runtime.client.Posted;
import dev.odradek.topics.TopicKeeper;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.machine.Transport;
import dev.odradek.topics.route.Ids;
import dev.odradek.topics.settings.Connection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The client that posts, the metrics that are served, and a worker that comes too early. */
class EdgesIT {
    private final LogSide log = new LogSide(Transport.SHARED);
    // Whoever posts need not know how many partitions there are.
    private final Connection connection =
            new Connection(log.bootstrap(), new TopicPlan(log.plan().prefix(), 1, 1, 1 << 20), Map.of());

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    @DisplayName("X2 a post is safe once its future completes, and the same key is always the same item")
    void posts() throws Exception {
        try (Odradek odradek = Odradek.to(connection, "acme")) {
            Post post = Post.of("m", Map.of("n", 1)).idempotencyKey("order-7").delay(Duration.ofSeconds(3));
            Posted first = odradek.post(post).get();
            Posted second = odradek.post(post).get();
            odradek.post("m", Map.of()).get();

            assertThat(first.itemId()).isEqualTo(Ids.forKey("acme", "order-7")).isEqualTo(second.itemId());
            assertThat(second.partition()).isEqualTo(first.partition());
            eventually(() -> assertThat(log.seen(Create.class)).hasSize(3));
            CommandRecord create = log.seen(Create.class).stream()
                    .map(LogSide.Seen::record)
                    .filter(each ->
                            each.command() instanceof Create c && c.itemId().equals(first.itemId()))
                    .findFirst()
                    .orElseThrow();
            assertThat(create.tenant()).isEqualTo("acme");
            assertThat(((Create) create.command()).item().delayMs()).isEqualTo(3000);
        }
    }

    @Test
    void asksAndHearsTheAnswer() throws Exception {
        try (Odradek odradek = Odradek.to(connection, "acme")) {
            CompletableFuture<Answer> answer = odradek.postAndAsk(Post.of("unknown", Map.of()));
            eventually(() -> assertThat(log.seen(Create.class)).hasSize(1));
            log.deny(log.seen(Create.class).get(0), Refusal.UNKNOWN_MACHINE);

            assertThat(answer.get())
                    .isInstanceOfSatisfying(
                            Answer.Denied.class,
                            denied -> assertThat(denied.reason()).isEqualTo(Refusal.UNKNOWN_MACHINE));
        }
    }

    @Test
    void servesItsMetrics() throws Exception {
        try (Worker worker =
                log.worker().metricsPort(0).handle(work -> Result.done()).start()) {
            URI uri = URI.create("http://127.0.0.1:" + worker.metricsPort().orElseThrow() + "/metrics");
            String body = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                    .body();

            assertThat(body).contains("# TYPE odradek_worker_slots gauge\nodradek_worker_slots{queue=\"parse\"} 8\n");
        }
    }

    @Test
    void waitsForTopicsThatComeLater() throws Exception {
        TopicPlan later = new TopicPlan("later" + log.plan().prefix(), 2, 1, 1 << 20);
        CompletableFuture<String> done = new CompletableFuture<>();
        try (Worker worker = Worker.to(log.bootstrap())
                        .connection(new Connection(log.bootstrap(), later, Map.of()))
                        .queue("parse")
                        .presence(Duration.ofMillis(50))
                        .handle(work -> Result.done())
                        .start();
                Admin admin = Admin.create(Map.of("bootstrap.servers", log.bootstrap()))) {
            assertThat(worker.metrics()).contains("heartbeats_total{queue=\"parse\"} 0\n");

            TopicKeeper keeper = new TopicKeeper(admin);
            keeper.ensure(later.fixed());
            keeper.ensure(later.lanes("parse", Transport.SHARED));

            eventually(() -> assertThat(worker.metrics()).doesNotContain("heartbeats_total{queue=\"parse\"} 0\n"));
            done.complete(worker.id());
        }
        assertThat(done).isCompleted();
    }

    @Test
    void refusesWhatCannotWorkInOneSentence() {
        assertThatThrownBy(() -> Worker.to("no-such-host.invalid:9092")
                        .queue("parse")
                        .handle(work -> Result.done())
                        .start())
                .hasMessageStartingWith("odradek.bootstrap must name a broker as host:port");
        assertThatThrownBy(() -> log.worker().start()).hasMessageContaining("a worker needs a handler");
        assertThatThrownBy(() ->
                        log.worker().batch(3).handle(work -> Result.done()).start())
                .hasMessageContaining("call handleAll");
        assertThat(List.of(Stop.values())).hasSize(2);
    }
}
