package dev.odradek.runtime;

import static dev.odradek.runtime.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CrewTest {
    private static final int MOST = 8;

    private final Set<Thread> members = ConcurrentHashMap.newKeySet();
    private final Set<Thread> callers = ConcurrentHashMap.newKeySet();
    private final Crew crew = new Crew(MOST, this::member, Thread::new);
    private final CountDownLatch letGo = new CountDownLatch(1);

    @AfterEach
    void end() {
        letGo.countDown();
        crew.end();
    }

    @Test
    void asManyAtOnceAsThereAreThreadsAndNoMore() throws Exception {
        CountDownLatch running = new CountDownLatch(MOST);
        AtomicInteger begun = new AtomicInteger();
        for (int i = 0; i < MOST + 3; i++) {
            crew.execute(() -> {
                begun.incrementAndGet();
                running.countDown();
                hang();
            });
        }

        assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(begun).hasValue(MOST);
        letGo.countDown();
        eventually(() -> assertThat(begun).hasValue(MOST + 3));
    }

    @Test
    void whoRestedLastIsCalledFirst() throws Exception {
        allAtOnce();
        eventually(this::allRest);
        manyShort(1);
        eventually(this::allRest);
        Set<Thread> last = Set.copyOf(callers);
        assertThat(last).hasSize(1);

        for (int i = 0; i < 5; i++) {
            callers.clear();
            manyShort(1);
            eventually(this::allRest);
            assertThat(callers).isEqualTo(last);
        }
    }

    @Test
    @DisplayName("X14 calls that hang hold up no other, however short the calls were until then")
    void hangingHoldsUpNone() throws Exception {
        manyShort(2_000);

        CountDownLatch hanging = new CountDownLatch(MOST - 1);
        for (int i = 0; i < MOST - 1; i++) {
            crew.execute(() -> {
                hanging.countDown();
                hang();
            });
        }
        assertThat(hanging.await(10, TimeUnit.SECONDS)).isTrue();

        manyShort(2_000);
    }

    @Test
    void aCallThatThrowsDoesNotTakeItsThreadAlong() throws Exception {
        for (int i = 0; i < 2 * MOST; i++) {
            crew.execute(() -> {
                Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> {});
                Thread.currentThread().interrupt();
                throw new IllegalStateException("on purpose");
            });
        }
        manyShort(10);
    }

    @Test
    void anInterruptMeetsNoLaterCall() {
        AtomicInteger done = new AtomicInteger();
        AtomicInteger interrupted = new AtomicInteger();
        for (int i = 0; i < 2_000; i++) {
            crew.execute(() -> {
                if (Thread.currentThread().isInterrupted()) {
                    interrupted.incrementAndGet();
                }
                Thread.currentThread().interrupt();
                done.incrementAndGet();
            });
        }

        eventually(() -> assertThat(done).hasValue(2_000));
        assertThat(interrupted).hasValue(0);
    }

    @Test
    void whatWaitsAtTheEndIsStillDone() {
        AtomicInteger done = new AtomicInteger();
        for (int i = 0; i < MOST + 5; i++) {
            crew.execute(() -> {
                hang();
                done.incrementAndGet();
            });
        }

        crew.end();
        letGo.countDown();

        eventually(() -> assertThat(done).hasValue(MOST + 5));
        assertThatThrownBy(() -> crew.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    }

    private void manyShort(int count) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            crew.execute(() -> {
                callers.add(Thread.currentThread());
                done.countDown();
            });
        }
        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
    }

    private Thread member(Runnable task) {
        Thread thread = new Thread(task);
        members.add(thread);
        return thread;
    }

    /** Every thread there can be is at a call at the same time. */
    private void allAtOnce() throws InterruptedException {
        CountDownLatch together = new CountDownLatch(MOST);
        CountDownLatch done = new CountDownLatch(MOST);
        for (int i = 0; i < MOST; i++) {
            crew.execute(() -> {
                together.countDown();
                try {
                    together.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                done.countDown();
            });
        }
        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
    }

    private void allRest() {
        assertThat(members).hasSize(MOST).allMatch(thread -> thread.getState() == Thread.State.WAITING);
    }

    private void hang() {
        try {
            letGo.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
