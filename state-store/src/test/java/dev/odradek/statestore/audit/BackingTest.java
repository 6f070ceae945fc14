package dev.odradek.statestore.audit;

import static dev.odradek.statestore.audit.Axes.due;
import static dev.odradek.statestore.audit.Axes.lease;
import static dev.odradek.statestore.audit.Axes.record;
import static dev.odradek.statestore.audit.Axes.standing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.odradek.statestore.item.Waiting;
import dev.odradek.topics.command.ItemCommand.Expire;
import dev.odradek.topics.command.ItemCommand.Redispatch;
import dev.odradek.topics.command.ItemCommand.Wake;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.event.Wakeup;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BackingTest {
    private static final Waiting ITSELF = new Waiting("i", "status");
    private static final Redispatch AGAIN = new Redispatch("i", "status", 3);
    private static final Wake WAKE = new Wake("i", "status", 3);
    private static final Expire EXPIRE = new Expire("i", "status", 3);

    static Stream<Arguments> sound() {
        return Stream.of(
                arguments("an offer with its redispatch", offered(), due(9_000, AGAIN)),
                arguments(
                        "an offer with the timer of one before it",
                        standing("ready", new Wakeup.Dispatched("send", Lane.NORMAL, 9_000, 2L), Around.NOTHING),
                        due(9_000, new Redispatch("i", "status", 2))),
                arguments("an offer that a patrol repeats", untimed(Around.NOTHING), null),
                arguments("a lease with its end", held(), lease("w1", null, EXPIRE, 7_000)),
                arguments("a lease that was renewed", held(), lease("w1", "inc", EXPIRE, 99_000)),
                arguments("a back-off with its end", backoff(), due(9_000, WAKE)),
                arguments("a delay with its end", delay(), due(9_000, WAKE)),
                arguments("a place in a paused line", withheld(new Around(ITSELF, true, false, false)), null),
                arguments("a place in a line that moves", withheld(new Around(ITSELF, false, true, false)), null),
                arguments("an edge for somebody outside", outside(true), null),
                arguments("an end needs nothing", standing("done", new Wakeup.Ended(), Around.NOTHING), null));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sound")
    void whatIsThereIsFound(String rule, Standing at, Alarm alarm) {
        assertThat(Backing.missing(at, alarm)).as(rule).isEmpty();
    }

    static Stream<Arguments> amissTimers() {
        return Stream.of(
                arguments("an offer without a timer", offered(), null, "no timer"),
                arguments("an offer redispatched later", offered(), due(9_001, AGAIN), "00:00:09.001Z"),
                arguments(
                        "an offer of an earlier epoch",
                        offered(),
                        due(9_000, new Redispatch("i", "status", 2)),
                        "Redispatch of i/status in epoch 2"),
                arguments(
                        "an offer that kept a timer which has been set anew",
                        standing("ready", new Wakeup.Dispatched("send", Lane.NORMAL, 9_000, 2L), Around.NOTHING),
                        due(9_000, AGAIN),
                        "Redispatch of i/status in epoch 3"),
                arguments(
                        "an offer with another item's timer",
                        offered(),
                        due(9_000, new Redispatch("j", "status", 3)),
                        "Redispatch of j/status"),
                arguments("an offer that wakes", offered(), due(9_000, WAKE), "sends Wake"),
                arguments("a lease without a timer", held(), null, "no timer"),
                arguments("a lease of somebody else", held(), lease("w2", null, EXPIRE, 7_000), "the lease of w2"),
                arguments(
                        "a lease of an earlier epoch",
                        held(),
                        lease("w1", null, new Expire("i", "status", 2), 7_000),
                        "in epoch 2"),
                arguments("a lease whose offer is still timed", held(), due(9_000, AGAIN), "sends Redispatch"),
                arguments("a back-off without a timer", backoff(), null, "no timer"),
                arguments("a back-off that never ends in time", backoff(), due(90_000, WAKE), "00:01:30Z"),
                arguments(
                        "a back-off still timed as a lease",
                        backoff(),
                        lease("w1", null, EXPIRE, 7_000),
                        "the lease of w1"),
                arguments("a delay without a timer", delay(), null, "no timer"),
                arguments("a delay of an earlier epoch", delay(), due(9_000, new Wake("i", "status", 2)), "epoch 2"),
                arguments(
                        "a delay with a command for elsewhere",
                        delay(),
                        new Alarm(new Timer.Send(2, record(WAKE)), 0, 4_000),
                        "to partition 2"));
    }

    static Stream<Arguments> amissRows() {
        return Stream.of(
                arguments("no place", withheld(new Around(null, true, false, false)), null, "nobody at that place"),
                arguments(
                        "somebody else at its place",
                        withheld(new Around(new Waiting("j", "status"), true, false, false)),
                        null,
                        "item j, axis status"),
                arguments(
                        "a line that nothing moves",
                        withheld(new Around(ITSELF, false, false, false)),
                        null,
                        "nothing moves"),
                arguments("an offer no patrol comes by", untimed(Around.OVERLOOKED), null, "none for half a day"),
                arguments("nowhere to go", outside(false), null, "no edge out of draft"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"amissTimers", "amissRows"})
    void whatIsMissingIsNamed(String rule, Standing at, Alarm alarm, String found) {
        assertThat(Backing.missing(at, alarm)).as(rule).hasValueSatisfying(finding -> {
            assertThat(finding.found()).contains(found);
            assertThat(finding.id()).isEqualTo("i");
            assertThat(finding.axis()).isEqualTo("status");
            assertThat(finding.state()).isEqualTo(at.state().state());
            assertThat(finding.reason()).isNotBlank();
        });
    }

    private static Standing offered() {
        return standing("ready", new Wakeup.Dispatched("send", Lane.NORMAL, 9_000), Around.NOTHING);
    }

    private static Standing untimed(Around around) {
        return standing("ready", Wakeup.Dispatched.untimed("send", Lane.NORMAL, 9_000), around);
    }

    private static Standing held() {
        return standing("sending", new Wakeup.Leased(), Around.NOTHING);
    }

    private static Standing backoff() {
        return standing("ready", new Wakeup.Backoff("send", 9_000), Around.NOTHING);
    }

    private static Standing delay() {
        return standing("ready", new Wakeup.Delay("send", 9_000), Around.NOTHING);
    }

    private static Standing withheld(Around around) {
        return standing("ready", new Wakeup.Withheld("send", Lane.NORMAL, 5), around);
    }

    private static Standing outside(boolean edge) {
        return standing("draft", new Wakeup.Outside(), new Around(null, false, false, edge));
    }
}
