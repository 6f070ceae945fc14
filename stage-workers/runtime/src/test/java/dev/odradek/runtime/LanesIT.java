package dev.odradek.runtime;

import static dev.odradek.runtime.Eventually.eventually;
import static dev.odradek.runtime.LogSide.items;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.event.Lane;
import dev.odradek.topics.machine.Mode;
import dev.odradek.topics.machine.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several workers and two lanes. */
class LanesIT {
    @ParameterizedTest
    @EnumSource(Lane.class)
    @DisplayName("A64 every worker of a share group takes from both lanes")
    void everyWorkerHasBothLanes(Lane lane) {
        CountDownLatch letGo = new CountDownLatch(1);
        Set<String> busy = ConcurrentHashMap.newKeySet();
        List<Worker> workers = new ArrayList<>();
        try (LogSide log = new LogSide(Transport.SHARED)) {
            for (String id : List.of("one", "two", "three", "four")) {
                workers.add(log.worker()
                        .id(id)
                        .concurrency(1)
                        .handle(work -> {
                            busy.add(id);
                            letGo.await();
                            return Result.done();
                        })
                        .start());
            }
            log.dispatch(lane, Mode.CONFIRMED, items("i", 8));

            eventually(() -> assertThat(busy).containsExactlyInAnyOrder("one", "two", "three", "four"));
            letGo.countDown();
            eventually(() -> assertThat(log.itemsOf(dev.odradek.topics.command.ItemCommand.Complete.class))
                    .hasSize(8));
        } finally {
            letGo.countDown();
            workers.forEach(Worker::close);
        }
    }
}
