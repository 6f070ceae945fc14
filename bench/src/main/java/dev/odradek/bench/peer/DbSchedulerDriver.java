package dev.odradek.bench.peer;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.task.ExecutionContext;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import dev.odradek.bench.agent.Caller;
import dev.odradek.bench.agent.Driver;
import dev.odradek.bench.agent.Shape;
import dev.odradek.bench.agent.Stages;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** One-time tasks; a stage schedules the next before it ends. */
public final class DbSchedulerDriver implements Driver {
    private static final int THREADS = 50;
    private static final Duration POLL = Duration.ofMillis(100);

    @Override
    public AutoCloseable work(Map<String, String> options, Stages stages) {
        HikariDataSource pool = Pool.open(options);
        SchedulerBuilder builder = Scheduler.create(
                        pool,
                        task(Shape.ONE, 1, stages),
                        task(Shape.THREE, 1, stages),
                        task(Shape.THREE, 2, stages),
                        task(Shape.THREE, 3, stages))
                .threads(THREADS)
                .pollUsingLockAndFetch(0.5, 4.0)
                .pollingInterval(POLL)
                .enableImmediateExecution()
                .schedulerName(new SchedulerName.Fixed(
                        "worker-" + ProcessHandle.current().pid()));
        if (options.containsKey("heartbeat-ms")) {
            builder.heartbeatInterval(Duration.ofMillis(Long.parseLong(options.get("heartbeat-ms"))))
                    .missedHeartbeatsLimit(4);
        }
        Scheduler scheduler = builder.build();
        scheduler.start();
        return () -> {
            scheduler.stop();
            pool.close();
        };
    }

    private static OneTimeTask<String> task(Shape shape, int stage, Stages stages) {
        return Tasks.oneTime(name(shape, stage), String.class)
                .execute((instance, context) -> handle(shape, stage, stages, instance, context));
    }

    private static void handle(
            Shape shape, int stage, Stages stages, TaskInstance<String> instance, ExecutionContext context) {
        stages.begin(instance.getData(), stage);
        if (stage < shape.stages()) {
            context.getSchedulerClient()
                    .scheduleIfNotExists(instance(shape, stage + 1, instance.getData()), Instant.now());
        }
    }

    private static TaskInstance<String> instance(Shape shape, int stage, String id) {
        return new TaskInstance<>(name(shape, stage), id, id);
    }

    private static String name(Shape shape, int stage) {
        return shape.label() + stage;
    }

    @Override
    public Caller call(Map<String, String> options) {
        HikariDataSource pool = Pool.open(options);
        SchedulerClient client = SchedulerClient.Builder.create(pool).build();
        return new Caller() {
            @Override
            public CompletableFuture<?> enqueue(Shape shape, String id) {
                client.scheduleIfNotExists(instance(shape, 1, id), Instant.now());
                return CompletableFuture.completedFuture(id);
            }

            @Override
            public boolean blocks() {
                return true;
            }

            @Override
            public void enqueueAll(Shape shape, List<String> ids) {
                List<TaskInstance<?>> all = new ArrayList<>();
                ids.forEach(id -> all.add(instance(shape, 1, id)));
                client.scheduleBatch(all, Instant.now());
            }

            @Override
            public void close() {
                pool.close();
            }
        };
    }
}
