package dev.odradek.bench.peer;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.MoreExecutors;
import dev.odradek.bench.agent.Caller;
import dev.odradek.bench.agent.Driver;
import dev.odradek.bench.agent.Shape;
import dev.odradek.bench.agent.Stages;
import io.littlehorse.sdk.common.LHLibUtil;
import io.littlehorse.sdk.common.config.LHConfig;
import io.littlehorse.sdk.common.proto.LittleHorseGrpc.LittleHorseFutureStub;
import io.littlehorse.sdk.common.proto.RunWfRequest;
import io.littlehorse.sdk.common.proto.WfRun;
import io.littlehorse.sdk.wfsdk.TaskNodeOutput;
import io.littlehorse.sdk.wfsdk.WfRunVariable;
import io.littlehorse.sdk.wfsdk.Workflow;
import io.littlehorse.sdk.wfsdk.WorkflowThread;
import io.littlehorse.sdk.worker.LHTaskMethod;
import io.littlehorse.sdk.worker.LHTaskWorker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Workflows of one or three tasks; each task has a worker of its own in the worker process. */
public final class LittleHorseDriver implements Driver {
    private static final String THREADS = "16";
    private static final List<String> TASKS = List.of("one1", "three1", "three2", "three3");
    private static final int REGISTER_TRIES = 30;

    /** The task of workflow one, and the three of workflow three. */
    public record Tasks(Stages stages) {
        @LHTaskMethod("one1")
        public String one(String id) {
            return begun(id, 1);
        }

        @LHTaskMethod("three1")
        public String first(String id) {
            return begun(id, 1);
        }

        @LHTaskMethod("three2")
        public String second(String id) {
            return begun(id, 2);
        }

        @LHTaskMethod("three3")
        public String third(String id) {
            return begun(id, 3);
        }

        private String begun(String id, int stage) {
            stages.begin(id, stage);
            return id;
        }
    }

    @Override
    public AutoCloseable work(Map<String, String> options, Stages stages) throws Exception {
        LHConfig config = config(options);
        List<LHTaskWorker> workers = new ArrayList<>();
        for (String task : TASKS) {
            workers.add(new LHTaskWorker(new Tasks(stages), task, config));
        }
        untilItWorks(() -> workers.forEach(LHTaskWorker::registerTaskDef));
        boolean retries = Boolean.parseBoolean(options.get("retries"));
        untilItWorks(() -> {
            register("one", TASKS.subList(0, 1), retries, config);
            register("three", TASKS.subList(1, 4), retries, config);
        });
        for (LHTaskWorker worker : workers) {
            worker.start();
        }
        return () -> workers.forEach(LHTaskWorker::close);
    }

    private static void register(String name, List<String> tasks, boolean retries, LHConfig config) {
        Workflow.newWorkflow(name, thread -> define(thread, tasks, retries)).registerWfSpec(config.getBlockingStub());
    }

    private static void define(WorkflowThread thread, List<String> tasks, boolean retries) {
        WfRunVariable id = thread.declareStr("id");
        for (String task : tasks) {
            TaskNodeOutput node = thread.execute(task, id);
            if (retries) {
                node.timeout(1).withRetries(3);
            }
        }
    }

    /** A new server refuses for a while, and knows a task only some time after it was told of it. */
    private static void untilItWorks(Runnable step) {
        for (int tries = 1; ; tries++) {
            try {
                step.run();
                return;
            } catch (RuntimeException e) {
                if (tries == REGISTER_TRIES) {
                    throw e;
                }
                LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
            }
        }
    }

    private static LHConfig config(Map<String, String> options) {
        Properties properties = new Properties();
        properties.put("LHC_API_HOST", "localhost");
        properties.put("LHC_API_PORT", options.get("port"));
        properties.put("LHW_NUM_WORKER_THREADS", THREADS);
        properties.put("LHW_TASK_WORKER_ID", "worker-" + ProcessHandle.current().pid());
        return new LHConfig(properties);
    }

    @Override
    public Caller call(Map<String, String> options) throws Exception {
        LittleHorseFutureStub stub = config(options).getFutureStub();
        return new Caller() {
            @Override
            public CompletableFuture<?> enqueue(Shape shape, String id) {
                CompletableFuture<WfRun> done = new CompletableFuture<>();
                RunWfRequest request = RunWfRequest.newBuilder()
                        .setWfSpecName(shape.label())
                        .putVariables("id", LHLibUtil.objToVarVal(id))
                        .build();
                Futures.addCallback(stub.runWf(request), completing(done), MoreExecutors.directExecutor());
                return done;
            }

            @Override
            public boolean blocks() {
                return false;
            }

            @Override
            public void enqueueAll(Shape shape, List<String> ids) {
                throw new UnsupportedOperationException("LittleHorse has no call for many workflows");
            }

            @Override
            public void close() {}
        };
    }

    private static FutureCallback<WfRun> completing(CompletableFuture<WfRun> done) {
        return new FutureCallback<>() {
            @Override
            public void onSuccess(@Nullable WfRun run) {
                done.complete(run);
            }

            @Override
            public void onFailure(Throwable failure) {
                done.completeExceptionally(failure);
            }
        };
    }
}
