package dev.odradek.bench.peer;

import static java.util.Objects.requireNonNull;

import dev.odradek.bench.agent.Caller;
import dev.odradek.bench.agent.Driver;
import dev.odradek.bench.agent.Shape;
import dev.odradek.bench.agent.Stages;
import dev.odradek.runtime.Result;
import dev.odradek.runtime.Work;
import dev.odradek.runtime.Worker;
import dev.odradek.runtime.WorkerBuilder;
import dev.odradek.runtime.client.Odradek;
import dev.odradek.topics.command.NewItem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The Java worker runtime and its client, straight to Kafka. */
public final class OdradekDriver implements Driver {
    private static final String SLOTS = "256";

    @Override
    public AutoCloseable work(Map<String, String> options, Stages stages) {
        List<Worker> workers = new ArrayList<>();
        if (options.containsKey("batch")) {
            int crew = Integer.parseInt(options.getOrDefault("crew", "1"));
            for (int i = 0; i < crew; i++) {
                workers.add(batching(options, stages));
            }
            return () -> workers.forEach(Worker::close);
        }
        for (Shape shape : Shape.values()) {
            for (int stage = 1; stage <= shape.stages(); stage++) {
                workers.add(worker(options, stages, shape, stage));
            }
        }
        return () -> workers.forEach(Worker::close);
    }

    private static Worker worker(Map<String, String> options, Stages stages, Shape shape, int stage) {
        Artifacts artifacts = Artifacts.of(options);
        WorkerBuilder builder = to(options, shape, stage).handle(work -> {
            if (artifacts.isThere()) {
                // What an item names belongs to it: it has begun once all of it is there.
                artifacts.get(work.payload().path("artifact").asString());
            }
            stages.begin(work.itemId(), stage);
            return Result.done();
        });
        if (options.containsKey("presence-ms")) {
            builder.presence(millis(options, "presence-ms"))
                    .presenceTimeout(millis(options, "presence-timeout-ms"))
                    .fenceMargin(millis(options, "fence-margin-ms"));
        }
        return builder.start();
    }

    /** A worker of the first queue that is given many items at a time, so that it can hold more than it has threads. */
    private static Worker batching(Map<String, String> options, Stages stages) {
        return to(options, Shape.ONE, 1)
                .batch(Integer.parseInt(options.getOrDefault("batch", "1")))
                // Calls never end there: few items at a time, while others are still created, would use them all up.
                .batchLinger(Duration.ofSeconds(10))
                .handleAll(works -> {
                    stages.beginAll(works.stream().map(Work::itemId).toList(), 1);
                    return works.stream().<Result>map(work -> Result.done()).toList();
                })
                .start();
    }

    private static WorkerBuilder to(Map<String, String> options, Shape shape, int stage) {
        return Worker.to(bootstrap(options))
                .queue(shape.label() + stage)
                .concurrency(Integer.parseInt(options.getOrDefault("slots", SLOTS)));
    }

    private static String bootstrap(Map<String, String> options) {
        return requireNonNull(options.get("bootstrap"), "bootstrap");
    }

    private static Duration millis(Map<String, String> options, String name) {
        return Duration.ofMillis(Long.parseLong(options.getOrDefault(name, "0")));
    }

    @Override
    public Caller call(Map<String, String> options) {
        Odradek odradek = Odradek.to(bootstrap(options));
        Payloads payloads = Payloads.of(options);
        return new Caller() {
            @Override
            public CompletableFuture<?> enqueue(Shape shape, String id) {
                return payloads.of(id).thenCompose(payload -> odradek.post(NewItem.of(id, shape.label(), payload)));
            }

            @Override
            public boolean blocks() {
                return false;
            }

            @Override
            public void enqueueAll(Shape shape, List<String> ids) {
                CompletableFuture<?>[] all =
                        ids.stream().map(id -> enqueue(shape, id)).toArray(CompletableFuture[]::new);
                CompletableFuture.allOf(all).join();
            }

            @Override
            public void close() {
                odradek.close();
            }
        };
    }
}
