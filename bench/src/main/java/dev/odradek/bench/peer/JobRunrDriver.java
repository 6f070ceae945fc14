package dev.odradek.bench.peer;

import com.zaxxer.hikari.HikariDataSource;
import dev.odradek.bench.agent.Caller;
import dev.odradek.bench.agent.Driver;
import dev.odradek.bench.agent.Shape;
import dev.odradek.bench.agent.Stages;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.configuration.JobRunrConfiguration;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.scheduling.BackgroundJobRequest;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.server.JobActivator;
import org.jobrunr.storage.sql.common.SqlStorageProviderFactory;

/** Job requests; a stage enqueues the next before it ends. */
public final class JobRunrDriver implements Driver {
    private static final int WORKERS = 64;

    /** One stage of one job, as JobRunr stores it. */
    public record StageRequest(String id, int stage, int stages) implements JobRequest {
        @Override
        public Class<StageHandler> getJobRequestHandler() {
            return StageHandler.class;
        }
    }

    /** What JobRunr calls. */
    public record StageHandler(Stages stages) implements JobRequestHandler<StageRequest> {
        @Override
        public void run(StageRequest request) {
            stages.begin(request.id(), request.stage());
            if (request.stage() < request.stages()) {
                BackgroundJobRequest.enqueue(new StageRequest(request.id(), request.stage() + 1, request.stages()));
            }
        }
    }

    @Override
    public AutoCloseable work(Map<String, String> options, Stages stages) {
        HikariDataSource pool = Pool.open(options);
        StageHandler handler = new StageHandler(stages);
        BackgroundJobServerConfiguration server =
                BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                        .andWorkerCount(WORKERS)
                        .andInterruptJobsAwaitDurationOnStopBackgroundJobServer(Duration.ofSeconds(5));
        if (options.containsKey("poll-s")) {
            server.andPollInterval(Duration.ofSeconds(Long.parseLong(options.get("poll-s"))));
        }
        configure(pool)
                .useJobActivator(new JobActivator() {
                    @Override
                    public <T> T activateJob(Class<T> type) {
                        return type.cast(handler);
                    }
                })
                .useBackgroundJobServer(server)
                .initialize();
        return () -> {
            JobRunr.destroy();
            pool.close();
        };
    }

    private static JobRunrConfiguration configure(HikariDataSource pool) {
        return JobRunr.configure().useStorageProvider(SqlStorageProviderFactory.using(pool));
    }

    @Override
    public Caller call(Map<String, String> options) {
        HikariDataSource pool = Pool.open(options);
        configure(pool).initialize();
        return new Caller() {
            @Override
            public CompletableFuture<?> enqueue(Shape shape, String id) {
                BackgroundJobRequest.enqueue(first(shape, id));
                return CompletableFuture.completedFuture(id);
            }

            @Override
            public boolean blocks() {
                return true;
            }

            @Override
            public void enqueueAll(Shape shape, List<String> ids) {
                BackgroundJobRequest.enqueue(ids.stream().map(id -> first(shape, id)));
            }

            @Override
            public void close() {
                JobRunr.destroy();
                pool.close();
            }
        };
    }

    private static StageRequest first(Shape shape, String id) {
        return new StageRequest(id, 1, shape.stages());
    }
}
