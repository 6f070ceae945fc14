package dev.odradek.reaper.deadline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Expire;
import dev.odradek.topics.command.ItemCommand.Wake;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Heartbeat;
import dev.odradek.topics.event.Heartbeat.Held;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.event.TimerRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What is due, and who is taken for dead")
class ReaperTest {
    private static final long T0 = 1_700_000_000_000L;
    private static final String TENANT = "acme";

    private final MemoryDeadlines deadlines = new MemoryDeadlines();
    private final Reaper reaper = new Reaper(deadlines, Terms.DEFAULT, new ReaperRules());
    private final List<String> sent = new ArrayList<>();
    private long now = T0;

    @BeforeEach
    void the_grace_of_the_start_is_over() {
        pass(Terms.DEFAULT.grace());
    }

    @Test
    @DisplayName("A53 only a lease that has run out is touched; one that is named in heartbeats never is")
    void onlyWhatRanOut() {
        lease("live", null, 30_000, 1);
        lease("dead", null, 30_000, 1);

        for (int second = 0; second < 120; second++) {
            hear("w", "i1", held("live", 1));
            pass(1_000);
        }

        assertThat(sent).startsWith("dead").doesNotContain("live");
    }

    @Test
    @DisplayName("A56 among 500 live leases the one that ran out is found; 500 that ran out are all taken in one tick")
    void theSweepIsComplete() {
        List<Held> live =
                IntStream.range(0, 500).mapToObj(n -> held("live-" + n, 1)).toList();
        live.forEach(each -> lease(each.itemId(), null, 5_000, 1));
        lease("dead", null, 5_000, 1);
        for (int second = 0; second < 6; second++) {
            hear("w", "i1", live.toArray(Held[]::new));
            pass(1_000);
        }

        assertThat(sent).containsExactly("dead");

        for (int second = 0; second < 6; second++) {
            now += 1_000;
            reaper.canary(now, nanos(), nanos());
        }
        assertThat(tick()).as("taken back in one tick").isEqualTo(500);
    }

    @Test
    void everythingASilentWorkerHoldsFallsDueTogether() {
        lease("a", "i1", 1_800_000, 1);
        lease("b", "i1", 1_800_000, 1);
        lease("c", "i2", 1_800_000, 1);
        hear("w1", "i1", held("a", 1), held("b", 1));

        for (int second = 0; second < 4; second++) {
            hear("w2", "i2", held("c", 1));
            pass(1_000);
        }

        assertThat(sent).containsExactly("a", "b");
    }

    @Test
    void aHolderThatWasNeverHeardIsSilentToo() {
        lease("a", "i1", 1_800_000, 1);

        pass(3_000);
        assertThat(sent).isEmpty();
        pass(1_000);
        assertThat(sent).containsExactly("a");
    }

    @Test
    void aWorkerMayAskForALongerSilence() {
        lease("a", "i1", 1_800_000, 1);
        lease("b", "i2", 1_800_000, 1);
        hearPatient("w1", "i1", 8_000);
        hear("w2", "i2", held("b", 1));

        pass(7_000);
        assertThat(sent).containsExactly("b");
        pass(1_000);
        assertThat(sent).containsExactly("b", "a");
    }

    @Test
    void whoHasAskedForALongerSilenceKeepsItForWhatItTakesNext() {
        hearPatient("w1", "i1", 8_000);
        pass(2_000);
        lease("a", "i1", 1_800_000, 1);

        pass(7_000);
        assertThat(sent).isEmpty();
        pass(1_000);
        assertThat(sent).containsExactly("a");
    }

    @Test
    void nobodyMayBeSilentForLongerThanTheGrace() {
        lease("a", "i1", 1_800_000, 1);
        hearPatient("w1", "i1", 3_600_000);

        pass(10_000);

        assertThat(sent).containsExactly("a");
    }

    @Test
    void anotherIncarnationOfTheSameWorkerDoesNotKeepTheOldOnesLeases() {
        lease("a", "i1", 1_800_000, 1);

        for (int second = 0; second < 5; second++) {
            hear("w", "i2");
            pass(1_000);
        }

        assertThat(sent).containsExactly("a");
    }

    @Test
    void whoeverIsPresentButNoLongerNamesALeaseLosesItWhenItEnds() {
        lease("a", "i1", 6_000, 1);

        for (int second = 0; second < 5; second++) {
            hear("w", "i1");
            pass(1_000);
        }
        assertThat(sent).isEmpty();
        hear("w", "i1");
        pass(1_000);
        assertThat(sent).containsExactly("a");
    }

    @Test
    @DisplayName("E11 silence is judged between append times of one broker: the reaper's own clock plays no part")
    void silenceIsJudgedByTheBrokersClock() {
        lease("a", "i1", 1_800_000, 1);
        hear("w", "i1", held("a", 1));

        // Three hours pass on the reaper's own clock while the broker's stands still.
        reaper.tick(nanos() + 3 * 3_600_000_000_000L, () -> false, sender());

        assertThat(sent).isEmpty();
    }

    @Test
    void aGapInTheCanariesRestartsTheGrace() {
        lease("a", "i1", 1_800_000, 1);
        lease("b", null, 10_000, 1);
        hear("w", "i1", held("a", 1));

        now += 60_000;
        reaper.canary(now, nanos(), nanos());
        tick();
        pass(3_000);
        assertThat(sent).as("right after the gap").isEmpty();

        hear("w", "i1", held("a", 1));
        for (int second = 0; second < 6; second++) {
            pass(1_000);
            hear("w", "i1", held("a", 1));
        }
        assertThat(sent).as("heard again within the grace").isEmpty();
        pass(1_000);
        assertThat(sent)
                .as("a lease that nobody renews runs anew after the gap")
                .containsExactly("b");
    }

    @Test
    @DisplayName("X7 a broker's clock that steps by five seconds, either way, makes nobody silent")
    void aStepOfTheBrokersClock() {
        lease("a", "i1", 1_800_000, 1);
        long own = nanos();
        for (long step : List.of(5_000L, -5_000L, 1_200L)) {
            hear("w", "i1", held("a", 1));
            now += 900 + step;
            own += 900_000_000L;
            reaper.canary(now, own, own);
            reaper.tick(own, () -> false, sender());
        }

        assertThat(sent).isEmpty();
    }

    @Test
    void aHeartbeatCountsEvenIfItComesBeforeTheLease() {
        hear("w", "i1", held("a", 7));
        lease("a", null, 3_000, 7);
        hear("w", "i1", held("a", 7));

        pass(2_000);
        hear("w", "i1", held("a", 7));
        pass(2_000);

        assertThat(sent).isEmpty();
    }

    @Test
    void aHeartbeatForAnOlderEpochRenewsNothing() {
        lease("a", null, 3_000, 7);

        for (int second = 0; second < 3; second++) {
            hear("w", "i1", held("a", 6));
            pass(1_000);
        }

        assertThat(sent).containsExactly("a");
    }

    @Test
    void whatIsDueIsSentAgainUntilTheCoreOverwritesIt() {
        due("a", now + 500);

        pass(1_000);
        assertThat(sent).containsExactly("a");
        pass(11_000);
        assertThat(sent).containsExactly("a", "a");
        reaper.clear(TENANT + "/a/status");
        pass(60_000);
        assertThat(sent).hasSize(2);
    }

    @Test
    void aLeaseThatGaveWayToADelayBeforeItsEndWasProvedFiresNeither() {
        lease("a", null, 2_000, 1);
        now += 2_100;
        tick();
        assertThat(reaper.wantsCanary()).isTrue();

        due("a", now + 60_000);
        reaper.canary(now, nanos(), nanos());
        tick();

        assertThat(sent).isEmpty();
    }

    @Test
    void aTimerOfThePastIsFoundThoughTheFloorHasPassedIt() {
        pass(5_000);
        due("a", now - 3_600_000);

        pass(50);

        assertThat(sent).containsExactly("a");
    }

    @Test
    void aTickThatRunsOutOfTimeGoesOnWhereItStopped() {
        IntStream.range(0, 1_000).forEach(n -> due("d" + n, now + 100));
        now += 200;
        int[] looks = {0};

        reaper.tick(nanos(), () -> ++looks[0] > 300, sender());
        int first = sent.size();
        reaper.tick(nanos(), () -> false, sender());

        assertThat(first).isBetween(1, 400);
        assertThat(sent).hasSize(1_000).doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("X5 a lease of an idle partition falls due by the wall clock alone")
    void anIdlePartitionStillReaps() {
        lease("a", null, 2_000, 1);

        for (int tick = 0; tick < 100 && sent.isEmpty(); tick++) {
            now += 25;
            tick();
            if (reaper.wantsCanary()) {
                reaper.canary(now, nanos(), nanos());
            }
        }

        assertThat(sent).containsExactly("a");
    }

    /** Time passes as it does in a quiet partition: ticks, and a canary each second or when one is wanted. */
    private long pass(long millis) {
        long taken = 0;
        long end = now + millis;
        long canary = now;
        while (now < end) {
            now += Math.min(25, end - now);
            if (now - canary >= 1_000 || now == end || reaper.wantsCanary()) {
                canary = now;
                reaper.canary(now, nanos(), nanos());
            }
            taken += tick();
        }
        return taken;
    }

    private long tick() {
        return reaper.tick(nanos(), () -> false, sender());
    }

    private long nanos() {
        return (now - T0) * 1_000_000;
    }

    private Reaper.Sender sender() {
        return (slot, timer, due) -> sent.add(slot.split("/")[1]);
    }

    private void hear(String worker, String incarnation, Held... held) {
        reaper.present(TENANT, new Heartbeat.Presence(worker, incarnation, List.of(held)), now);
    }

    private void hearPatient(String worker, String incarnation, long silence) {
        reaper.present(TENANT, new Heartbeat.Presence(worker, incarnation, List.of(), silence, null), now);
    }

    private static Held held(String item, long epoch) {
        return new Held(item, "status", epoch, null, null);
    }

    private void lease(String item, String incarnation, long durationMs, long epoch) {
        CommandRecord expire = CommandRecord.of(TENANT, "expire/" + item, item, new Expire(item, "status", epoch));
        set(item, new Timer.LeaseTimer("w", incarnation, durationMs, expire));
    }

    private void due(String item, long at) {
        set(item, new Timer.DueTimer(at, CommandRecord.of(TENANT, "wake", item, new Wake(item, "status", 1))));
    }

    private void set(String item, Timer timer) {
        TimerRecord record = new TimerRecord(1, TENANT, new Cause(0, 1, 0), timer);
        reaper.set(TENANT + "/" + item + "/status", record, now, nanos(), sender());
    }
}
