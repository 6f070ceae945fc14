package dev.odradek.bench.peer;

import com.zaxxer.hikari.HikariDataSource;
import dev.dbos.transact.DBOS;
import dev.dbos.transact.DBOSClient;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.workflow.Queue;
import dev.dbos.transact.workflow.Workflow;
import dev.odradek.bench.agent.Caller;
import dev.odradek.bench.agent.Driver;
import dev.odradek.bench.agent.Shape;
import dev.odradek.bench.agent.Stages;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Workflows of one or three steps, started by way of a queue. */
public final class DbosDriver implements Driver {
    private static final String QUEUE = "bench";
    private static final String VERSION = "1";

    /** What a caller names. */
    public interface Jobs {
        void one(String id);

        void three(String id);
    }

    /** What DBOS calls. */
    public static final class JobsHere implements Jobs {
        private final DBOS dbos;
        private final Stages stages;

        JobsHere(DBOS dbos, Stages stages) {
            this.dbos = dbos;
            this.stages = stages;
        }

        @Override
        @Workflow(name = "one")
        public void one(String id) {
            dbos.runStep(() -> stages.begin(id, 1), "first");
        }

        @Override
        @Workflow(name = "three")
        public void three(String id) {
            dbos.runStep(() -> stages.begin(id, 1), "first");
            dbos.runStep(() -> stages.begin(id, 2), "second");
            dbos.runStep(() -> stages.begin(id, 3), "third");
        }
    }

    @Override
    public AutoCloseable work(Map<String, String> options, Stages stages) {
        HikariDataSource pool = Pool.open(options);
        DBOS dbos = new DBOS(DBOSConfig.defaults("bench")
                .withDataSource(pool)
                .withAppVersion(VERSION)
                .withExecutorId("worker"));
        dbos.registerQueue(new Queue(QUEUE).withWorkerConcurrency(200).withPollingInterval(Duration.ofMillis(100)));
        Jobs unused = dbos.registerProxy(Jobs.class, new JobsHere(dbos, stages));
        dbos.launch();
        return () -> {
            dbos.shutdown();
            pool.close();
        };
    }

    @Override
    public Caller call(Map<String, String> options) {
        HikariDataSource pool = Pool.open(options);
        DBOSClient client = new DBOSClient(pool);
        return new Caller() {
            @Override
            public CompletableFuture<?> enqueue(Shape shape, String id) {
                client.enqueueWorkflow(
                        new DBOSClient.EnqueueOptions(shape.label(), QUEUE)
                                .withClassName(JobsHere.class.getName())
                                .withWorkflowId(id)
                                .withAppVersion(VERSION),
                        new Object[] {id});
                return CompletableFuture.completedFuture(id);
            }

            @Override
            public boolean blocks() {
                return true;
            }

            @Override
            public void enqueueAll(Shape shape, List<String> ids) {
                throw new UnsupportedOperationException("DBOS has no call for many workflows");
            }

            @Override
            public void close() {
                client.close();
                pool.close();
            }
        };
    }
}
