package dev.odradek.statestore.schedule;

import static dev.odradek.statestore.item.Desk.answers;
import static dev.odradek.statestore.item.Desk.offers;
import static dev.odradek.statestore.item.Desk.refusal;
import static dev.odradek.statestore.item.Desk.systemA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.odradek.statestore.core.Decision;
import dev.odradek.statestore.core.Effect;
import dev.odradek.statestore.item.Desk;
import dev.odradek.statestore.item.Item;
import dev.odradek.topics.command.Command;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.PartitionCommand.Adopt;
import dev.odradek.topics.command.PartitionCommand.Level;
import dev.odradek.topics.command.ScheduleCommand.DropSchedule;
import dev.odradek.topics.command.ScheduleCommand.FireSchedule;
import dev.odradek.topics.command.ScheduleCommand.PutSchedule;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.route.Routing;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

@DisplayName("What follows from a wish about a schedule")
class ScheduleDeciderTest {
    private static final JsonNode TASKS = systemA("tasks");
    private static final int PARTITIONS = 3;
    private static final long TEN = at("2026-03-05T10:00:00Z");
    private static final long ELEVEN = at("2026-03-05T11:00:00Z");
    private static final long TWELVE = at("2026-03-05T12:00:00Z");

    private static long at(String time) {
        return Instant.parse(time).toEpochMilli();
    }

    private static PutSchedule hourly(@Nullable String partitionKey) {
        return new PutSchedule("report", "0 * * * *", "tasks", Json.parse("{\"n\":1}"), partitionKey);
    }

    private static PutSchedule put(String cron, String machine) {
        return new PutSchedule("report", cron, machine, Json.parse("{\"n\":1}"), null);
    }

    /** One partition, at ten past ten. */
    private static Desk desk() {
        Desk desk = Desk.with(TASKS);
        desk.tell(new Level(3));
        return desk.at(TEN + 600_000);
    }

    private static Desk scheduled() {
        return told(desk(), hourly(null));
    }

    private static Desk told(Desk desk, Command command) {
        assertThat(refusal(desk.tell(command))).isEmpty();
        return desk;
    }

    private static @Nullable Schedule schedule(Desk desk) {
        return desk.get(Schedule.key(Desk.TENANT, "report"));
    }

    private static List<Item> items(Desk desk) {
        return desk.rows().values().stream()
                .filter(Item.class::isInstance)
                .map(Item.class::cast)
                .toList();
    }

    /** What the decision leaves in the schedule's timer slot. */
    private static Optional<Timer.DueTimer> timer(Decision decision) {
        return decision.effects().stream()
                .filter(effect ->
                        effect instanceof Effect.SetTimer set && set.slot().equals(Schedule.slot("report")))
                .map(effect -> (Timer.DueTimer) ((Effect.SetTimer) effect).timer())
                .findFirst();
    }

    private static boolean waitsFor(Desk desk, Decision decision, long next) {
        return schedule(desk).nextAt() == next
                && timer(decision)
                        .filter(timer -> timer.dueAt() == next
                                && timer.command().partitionKey().equals("schedule/report")
                                && timer.command().command().equals(new FireSchedule("report", next)))
                        .isPresent();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusals")
    @DisplayName("a wish that cannot be granted changes nothing and says why")
    void refuses(String rule, Desk given, Command when, Refusal reason, String part) {
        var before = given.rows();

        Decision decision = given.tell(when);

        assertThat(refusal(decision)).as(rule).contains(reason);
        assertThat(((Event.Refused) decision.facts().get(0).event()).message()).contains(part);
        assertThat(answers(decision)).singleElement().isInstanceOf(Answer.Denied.class);
        assertThat(given.rows()).isEqualTo(before);
        assertThat(timer(decision)).isEmpty();
        assertThat(offers(decision)).isEmpty();
    }

    static Stream<Arguments> refusals() {
        Desk old = Desk.with(TASKS);
        old.tell(new Level(2));
        int elsewhere = (Routing.partition(Desk.TENANT, "schedule/report", PARTITIONS) + 1) % PARTITIONS;
        Desk away = new Desk(elsewhere, PARTITIONS);
        away.tell(new Adopt("tasks", 1, TASKS));
        away.tell(new Level(3));
        return Stream.of(
                arguments("on a level that knows none", old, hourly(null), Refusal.OLD_LEVEL, "need level 3"),
                arguments("where its name does not belong", away, hourly(null), Refusal.WRONG_PARTITION, "another"),
                arguments("no cron", desk(), put("every day", "tasks"), Refusal.BAD_REQUEST, "five fields"),
                arguments("a bad field", desk(), put("0 25 * * *", "tasks"), Refusal.BAD_REQUEST, "the hour of"),
                arguments("one that never fires", desk(), put("0 0 31 2 *", "tasks"), Refusal.BAD_REQUEST, "never"),
                arguments(
                        "no such machine",
                        desk(),
                        put("@daily", "x"),
                        Refusal.UNKNOWN_MACHINE,
                        "there is no machine x"),
                arguments("an odd partition key", desk(), hourly("a\nb"), Refusal.BAD_REQUEST, "printable"),
                arguments("nothing to drop", desk(), new DropSchedule("report"), Refusal.UNKNOWN_SCHEDULE, "report"),
                arguments(
                        "nothing to fire", desk(), new FireSchedule("report", TEN), Refusal.UNKNOWN_SCHEDULE, "report"),
                arguments(
                        "a time it no longer waits for",
                        scheduled(),
                        new FireSchedule("report", TEN),
                        Refusal.STALE_TOKEN,
                        "waits for 2026-03-05T11:00:00Z"),
                arguments(
                        "a time it does not wait for yet",
                        scheduled(),
                        new FireSchedule("report", TWELVE),
                        Refusal.STALE_TOKEN,
                        "not for 2026-03-05T12:00:00Z"));
    }

    @Test
    @DisplayName("a schedule waits for its first time, and its timer with it")
    void is_put() {
        Desk desk = desk();

        Decision put = desk.tell(hourly("key"));

        assertThat(schedule(desk)).isEqualTo(new Schedule("report", "0 * * * *", "tasks", "key", ELEVEN));
        assertThat(put.facts().get(0).entityId()).isEqualTo("report");
        assertThat(answers(put)).containsExactly(new Answer.Applied("report", "PutSchedule", 0));
        assertThat(waitsFor(desk, put, ELEVEN)).isTrue();
    }

    @Test
    @DisplayName("the same definition again changes nothing, another one replaces it")
    void is_replaced() {
        Desk desk = scheduled();
        Decision same = desk.tell(hourly(null));
        Decision other = desk.tell(new PutSchedule("report", "0 12 * * *", "tasks", Json.parse("{\"n\":2}"), null));
        Decision fired = desk.at(TWELVE).tell(new FireSchedule("report", TWELVE));

        assertThat(refusal(same)).contains(Refusal.DUPLICATE);
        assertThat(answers(same)).containsExactly(new Answer.Applied("report", "PutSchedule", 0));
        assertThat(refusal(other)).isEmpty();
        assertThat(timer(other)).map(Timer.DueTimer::dueAt).contains(TWELVE);
        assertThat(refusal(fired)).isEmpty();
        assertThat(items(desk))
                .singleElement()
                .satisfies(item -> assertThat(desk.payload(item.id())).isEqualTo(Json.parse("{\"n\":2}")));
    }

    @Test
    @DisplayName("when its time comes it makes one item and waits for the next time; told again it makes none")
    void fires_once() {
        Desk desk = scheduled().at(ELEVEN + 5);

        Decision first = desk.tell(new FireSchedule("report", ELEVEN));
        Decision again = desk.tell(new FireSchedule("report", ELEVEN));

        assertThat(waitsFor(desk, first, TWELVE)).isTrue();
        assertThat(offers(first)).hasSize(1);
        assertThat(refusal(again)).contains(Refusal.STALE_TOKEN);
        Item item = items(desk).get(0);
        assertThat(items(desk)).hasSize(1);
        assertThat(item.machine()).isEqualTo("tasks");
        assertThat(item.partitionKey()).as("its own").isEqualTo(item.id());
        assertThat(first.facts().get(0).event()).isEqualTo(new Event.Fired("report", ELEVEN, item.id(), TWELVE));
    }

    @Test
    @DisplayName("what was missed while everything was down is made up for once")
    void makes_up_once() {
        Desk desk = scheduled().at(at("2026-03-07T08:30:00Z"));

        Decision late = desk.tell(new FireSchedule("report", ELEVEN));

        assertThat(items(desk)).hasSize(1);
        assertThat(waitsFor(desk, late, at("2026-03-07T09:00:00Z"))).isTrue();
    }

    @Test
    @DisplayName("a timer that comes early by the partition's clock does not fire the same time again")
    void never_goes_back() {
        Desk desk = scheduled().at(ELEVEN - 40);
        Decision early = desk.tell(new FireSchedule("report", ELEVEN));
        assertThat(waitsFor(desk, early, TWELVE)).isTrue();

        told(desk, new DropSchedule("report"));
        Decision put = desk.tell(hourly(null));

        assertThat(waitsFor(desk, put, TWELVE)).as("eleven has been").isTrue();
    }

    @Test
    @DisplayName("a dropped schedule has no timer, and its items stay")
    void is_dropped() {
        Desk desk = told(scheduled().at(ELEVEN), new FireSchedule("report", ELEVEN));

        Decision dropped = desk.tell(new DropSchedule("report"));

        assertThat(schedule(desk)).isNull();
        assertThat(dropped.effects()).contains(new Effect.ClearTimer(Desk.TENANT, Schedule.slot("report")));
        assertThat(items(desk)).hasSize(1);
        assertThat(refusal(desk.tell(new FireSchedule("report", TWELVE)))).contains(Refusal.UNKNOWN_SCHEDULE);
    }

    @Test
    @DisplayName("X2: a late copy of a put or a drop undoes nothing that was decided since")
    void counts_once() {
        Desk desk = desk();
        CommandRecord put = CommandRecord.of(Desk.TENANT, "put", "schedule/report", hourly(null));
        CommandRecord drop = CommandRecord.of(Desk.TENANT, "drop", "schedule/report", new DropSchedule("report"));
        desk.tell(put);
        desk.tell(drop);
        Decision putAgain = desk.tell(put.askedBy(Desk.ASKER));
        assertThat(schedule(desk)).isNull();
        desk.tell(put("@daily", "tasks"));
        Decision dropAgain = desk.tell(drop.askedBy(Desk.ASKER));

        assertThat(schedule(desk).cron()).isEqualTo("@daily");
        assertThat(refusal(putAgain)).contains(Refusal.DUPLICATE);
        assertThat(refusal(dropAgain)).contains(Refusal.DUPLICATE);
        assertThat(answers(putAgain)).containsExactly(new Answer.Applied("report", "PutSchedule", 0));
        assertThat(answers(dropAgain)).containsExactly(new Answer.Applied("report", "DropSchedule", 0));
    }

    @Test
    @DisplayName("an item whose key belongs elsewhere is sent there, bound to the version this partition knows")
    void fires_elsewhere() {
        int home = Routing.partition(Desk.TENANT, "schedule/report", PARTITIONS);
        int elsewhere = (home + 1) % PARTITIONS;
        String away = Stream.iterate(0, i -> i + 1)
                .map(i -> "k" + i)
                .filter(key -> Routing.partition(Desk.TENANT, key, PARTITIONS) == elsewhere)
                .findFirst()
                .orElseThrow();
        Desk desk = new Desk(home, PARTITIONS);
        desk.tell(new Adopt("tasks", 1, TASKS));
        desk.tell(new Level(3));
        told(desk.at(TEN), hourly(away));

        Decision fired = desk.at(ELEVEN).tell(new FireSchedule("report", ELEVEN));

        assertThat(items(desk)).isEmpty();
        Timer.Send send = fired.effects().stream()
                .filter(effect -> effect instanceof Effect.SetTimer set && set.timer() instanceof Timer.Send)
                .map(effect -> (Timer.Send) ((Effect.SetTimer) effect).timer())
                .findFirst()
                .orElseThrow();
        String itemId = ((Event.Fired) fired.facts().get(0).event()).itemId();
        assertThat(send.partition()).isEqualTo(elsewhere);
        assertThat(send.command().partitionKey()).isEqualTo(away);
        assertThat(send.command().command())
                .isEqualTo(new Create(new NewItem(itemId, "tasks", 1, away, Json.parse("{\"n\":1}"), 0), null));
    }

    @Test
    @DisplayName("items are created in the version that is newest when it fires")
    void follows_the_machine() {
        Desk desk = scheduled();
        told(desk, new Adopt("tasks", 2, TASKS));
        told(desk.at(ELEVEN), new FireSchedule("report", ELEVEN));

        assertThat(items(desk))
                .singleElement()
                .satisfies(item -> assertThat(item.version()).isEqualTo(2));
    }
}
