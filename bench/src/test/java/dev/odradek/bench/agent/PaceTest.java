package dev.odradek.bench.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PaceTest {
    private final Set<String> enqueued = new ConcurrentSkipListSet<>();

    private Caller caller(boolean blocks, String failing) {
        return new Caller() {
            @Override
            public CompletableFuture<?> enqueue(Shape shape, String id) {
                enqueued.add(id);
                return id.equals(failing)
                        ? CompletableFuture.failedFuture(new IllegalStateException("full"))
                        : CompletableFuture.completedFuture(id);
            }

            @Override
            public boolean blocks() {
                return blocks;
            }

            @Override
            public void enqueueAll(Shape shape, List<String> ids) {
                enqueued.addAll(ids);
            }

            @Override
            public void close() {}
        };
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void everyJobIsCalledForOnceAndItsTimeKept(boolean blocks) throws Exception {
        long[] calls = new Pace(caller(blocks, ""), Shape.ONE, "r", 100).single(8, 0);

        assertThat(enqueued).hasSize(100).contains("r-0", "r-99");
        assertThat(calls).hasSize(100).doesNotContain(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 500})
    void bulkLeavesNoneOut(int size) throws Exception {
        new Pace(caller(true, ""), Shape.ONE, "r", 100).bulk(size);

        assertThat(enqueued).hasSize(100);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCallThatFailsFailsTheRound(boolean blocks) {
        assertThatThrownBy(() -> new Pace(caller(blocks, "r-5"), Shape.ONE, "r", 100).single(8, 0))
                .hasMessageContaining("full");
    }
}
