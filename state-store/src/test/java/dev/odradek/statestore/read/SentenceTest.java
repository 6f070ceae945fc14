package dev.odradek.statestore.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.odradek.statestore.audit.Alarm;
import dev.odradek.statestore.audit.Axes;
import dev.odradek.topics.command.ItemCommand.Expire;
import dev.odradek.topics.command.ItemCommand.Redispatch;
import dev.odradek.topics.command.ItemCommand.Wake;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.event.Wakeup;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SentenceTest {
    private static final Behind UNKNOWN = new Behind.Unknown();
    private static final Behind NOTHING = new Behind.Nothing();
    private static final AxisState HELD = Axes.in("sending", new Wakeup.Leased());
    private static final AxisState OFFERED = Axes.in("ready", new Wakeup.Dispatched("send", Lane.NORMAL, 9_000));
    private static final long BEFORE = 2_000;
    private static final long AFTER = 60_000;

    static Stream<Arguments> sentences() {
        return Stream.of(
                arguments(
                        "an offer, nobody to ask",
                        OFFERED,
                        UNKNOWN,
                        BEFORE,
                        "waits in ready for a worker of queue send; its redispatch is due at 1970-01-01T00:00:09Z"),
                arguments(
                        "an offer with its timer",
                        OFFERED,
                        armed(Axes.due(9_000, new Redispatch("i", "status", 3))),
                        BEFORE,
                        "waits in ready for a worker of queue send; its redispatch is due at 1970-01-01T00:00:09Z"
                                + "; its timer is armed for 1970-01-01T00:00:09Z"),
                arguments(
                        "an offer without its timer",
                        OFFERED,
                        NOTHING,
                        BEFORE,
                        "waits in ready for a worker of queue send; its redispatch is due at 1970-01-01T00:00:09Z"
                                + "; its timer has not reached the reaper-job"),
                arguments(
                        "an offer that needs no timer",
                        Axes.in("ready", Wakeup.Dispatched.untimed("send", Lane.NORMAL, 9_000)),
                        NOTHING,
                        BEFORE,
                        "waits in ready for a worker of queue send; should its dispatch be lost, a patrol has it"
                                + " offered again after 1970-01-01T00:00:09Z"),
                arguments(
                        "a delay with its timer",
                        Axes.in("ready", new Wakeup.Delay("send", 9_000)),
                        armed(Axes.due(9_000, new Wake("i", "status", 3))),
                        BEFORE,
                        "starts on queue send at 1970-01-01T00:00:09Z"
                                + "; its timer is armed for 1970-01-01T00:00:09Z"),
                arguments(
                        "a back-off, nobody to ask",
                        Axes.in("ready", new Wakeup.Backoff("send", 9_000)),
                        UNKNOWN,
                        BEFORE,
                        "failed and is tried again on queue send at 1970-01-01T00:00:09Z"));
    }

    static Stream<Arguments> leases() {
        String held = "is being worked on in sending by w1 since 1970-01-01T00:00:01Z, attempt 1";
        return Stream.of(
                arguments("nobody to ask", HELD, UNKNOWN, BEFORE, held + ", leased until 1970-01-01T00:00:03Z"),
                arguments(
                        "ran out, nobody to ask",
                        HELD,
                        UNKNOWN,
                        AFTER,
                        "is held in sending by w1, whose lease ran out at 1970-01-01T00:00:03Z; if that worker is gone,"
                                + " expire the item to offer it again"),
                arguments(
                        "renewed: the end is where the heartbeats have moved it",
                        HELD,
                        armed(lease(null, AFTER + 1_000)),
                        AFTER,
                        held + "; its timer is armed for 1970-01-01T00:01:01Z, later if it is renewed"),
                arguments(
                        "the holder says that it is there",
                        HELD,
                        armed(lease("inc", AFTER + 1_000)),
                        AFTER,
                        held + "; its timer is armed for 1970-01-01T00:01:01Z, later if it is renewed; 4 s of its"
                                + " holder's silence end it before"),
                arguments(
                        "ran out by the reaper's own reckoning",
                        HELD,
                        armed(lease("inc", 3_000)),
                        AFTER,
                        "is held in sending by w1, whose lease ran out at 1970-01-01T00:00:03Z; it is being taken"
                                + " back"),
                arguments(
                        "the timer is on its way, or lost",
                        HELD,
                        NOTHING,
                        AFTER,
                        held + ", leased until 1970-01-01T00:00:03Z; its timer has not reached the reaper-job"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"sentences", "leases"})
    void says(String rule, AxisState axis, Behind behind, long now, String sentence) {
        assertThat(axis.wakeup().match(new Sentence(axis, behind, false, now)))
                .as(rule)
                .isEqualTo(sentence);
    }

    @Test
    void theEndOfALeaseIsTheReapersWhereItIsKnown() {
        assertThat(AxisView.of(HELD, UNKNOWN, false, BEFORE).leaseExpiresAt()).isEqualTo(3_000);
        assertThat(AxisView.of(HELD, armed(lease("inc", 8_000)), false, BEFORE).leaseExpiresAt())
                .isEqualTo(8_000);
        assertThat(AxisView.of(OFFERED, UNKNOWN, false, BEFORE).leaseExpiresAt())
                .isNull();
    }

    private static Alarm lease(String incarnation, long dueAt) {
        return Axes.lease("w1", incarnation, new Expire("i", "status", 3), dueAt);
    }

    private static Behind armed(Alarm alarm) {
        return new Behind.Armed(alarm);
    }
}
