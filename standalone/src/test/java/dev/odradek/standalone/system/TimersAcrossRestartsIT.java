package dev.odradek.standalone.system;

import static dev.odradek.standalone.system.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.localcluster.JavaProcess;
import dev.odradek.runtime.Result;
import dev.odradek.runtime.Worker;
import dev.odradek.statestore.partition.Core;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.PartitionCommand.Level;
import dev.odradek.topics.command.ScheduleCommand.PutSchedule;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Heartbeat.Canary;
import dev.odradek.topics.event.Why;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.machine.Transport;
import dev.odradek.topics.route.Conversation;
import dev.odradek.topics.route.Routing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Timers while everything that keeps them is killed and started again")
class TimersAcrossRestartsIT {
    private static final int PARTITIONS = 3;
    private static final Duration DELAY = Duration.ofSeconds(15);
    private static final long MINUTE = 60_000;
    private static final PutSchedule EVERY_MINUTE =
            new PutSchedule("often", "* * * * *", "job", Json.parse("{}"), "often");

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path dir;

    private final List<String> started = new CopyOnWriteArrayList<>();

    @Test
    @DisplayName("X5 a delayed item and every minute of a schedule run once, not early, whoever was killed in between")
    void onceAndNotEarly() {
        try (Rig rig = Rig.start(dir, PARTITIONS).withoutReaper()) {
            JavaProcess store = rig.stateStoreProcess("store", 0);
            JavaProcess reaper = rig.reaperProcess("reaper", Map.of());
            rig.define(Machines.oneStage("job", Transport.SHARED));
            try (Worker worker = worker(rig);
                    Conversation talk = rig.conversation()) {
                Rig.await(talk.askAll(Rig.TENANT, "level", new Level(Core.NEWEST_LEVEL)));
                assertThat(Rig.ask(talk, EVERY_MINUTE.key(), EVERY_MINUTE)).isInstanceOf(Answer.Applied.class);

                String first = delayed(talk, "first");
                reaper.kill();
                store.kill();
                store = rig.stateStoreProcess("store", 0);
                reaper = rig.reaperProcess("reaper", Map.of());
                ranOnceNotEarly(rig, first, "reaper on its own directory");
                eventually(() -> assertThat(fired(rig)).isNotEmpty());

                String second = delayed(talk, "second");
                store.kill();
                reaper.kill();
                reaper = rig.reaperProcess("reaper-afresh", Map.of());
                store = rig.stateStoreProcess("store", 0);
                ranOnceNotEarly(rig, second, "reaper on a fresh directory");
                eventually(() -> assertThat(fired(rig)).hasSizeGreaterThan(1));

                everyMinuteOnce(rig);
                assertThat(worker.id()).isNotBlank();
            } finally {
                reaper.close();
                store.close();
            }
        }
    }

    /** On a partition where nothing else happens: not the schedule, nor its items. */
    private static String delayed(Conversation talk, String name) {
        String id = IntStream.iterate(0, n -> n + 1)
                .mapToObj(n -> name + n)
                .filter(each ->
                        partition(each) != partition(EVERY_MINUTE.key()) && partition(each) != partition("often"))
                .findFirst()
                .orElseThrow();
        NewItem item = new NewItem(id, "job", 0, null, Json.parse("{}"), DELAY.toMillis());
        assertThat(Rig.ask(talk, id, new Create(item, null))).isInstanceOf(Answer.Applied.class);
        return id;
    }

    private static int partition(String key) {
        return Routing.partition(Rig.TENANT, key, PARTITIONS);
    }

    private void ranOnceNotEarly(Rig rig, String item, String how) {
        Topics topics = new Topics(rig.connection());
        eventually(() ->
                assertThat(new Facts(topics.events()).completionsPerItem()).containsEntry(item, 1L));
        List<EventRecord> facts = topics.events().stream()
                .filter(fact -> fact.entityId().equals(item))
                .toList();
        long created = facts.get(0).ts();
        long claimed = new Facts(facts)
                .moves(Why.CLAIMED)
                .findFirst()
                .orElseThrow()
                .fact()
                .ts();
        assertThat(facts.get(0).event()).isInstanceOf(Event.Created.class);
        assertThat(claimed - created).as("by the broker's clock").isGreaterThanOrEqualTo(DELAY.toMillis());
        assertThat(started).containsOnlyOnce(item);
        System.out.printf(
                "TimersAcrossRestartsIT: delay %d s, %s, run after %.1f s%n",
                DELAY.toSeconds(), how, (claimed - created) / 1e3);
    }

    private void everyMinuteOnce(Rig rig) {
        List<Event.Fired> fired = fired(rig);
        assertThat(fired).extracting(Event.Fired::itemId).doesNotHaveDuplicates();
        for (int n = 1; n < fired.size(); n++) {
            assertThat(fired.get(n).at())
                    .as("no minute is left out")
                    .isEqualTo(fired.get(n - 1).at() + MINUTE);
        }
        List<String> items = fired.stream().map(Event.Fired::itemId).toList();
        Topics topics = new Topics(rig.connection());
        eventually(
                () -> assertThat(new Facts(topics.events()).completionsPerItem().keySet())
                        .containsAll(items));
        assertThat(started).doesNotHaveDuplicates().hasSize(items.size() + 2);
        // Whoever begins anew sends what is due again, and it changes nothing.
        long past =
                Heartbeats.of(rig).last(Canary.class) + Duration.ofSeconds(3).toMillis();
        eventually(() -> assertThat(Heartbeats.of(rig).last(Canary.class)).isGreaterThan(past));
        assertThat(new Facts(topics.events()).completionsPerItem().values()).containsOnly(1L);
        fired.forEach(each -> System.out.printf("TimersAcrossRestartsIT: fired for %tT%n", each.at()));
    }

    private static List<Event.Fired> fired(Rig rig) {
        return new Topics(rig.connection())
                .events().stream()
                        .map(EventRecord::event)
                        .filter(Event.Fired.class::isInstance)
                        .map(Event.Fired.class::cast)
                        .toList();
    }

    private Worker worker(Rig rig) {
        return rig.worker("job")
                .handle(work -> {
                    started.add(work.itemId());
                    return Result.done();
                })
                .start();
    }
}
