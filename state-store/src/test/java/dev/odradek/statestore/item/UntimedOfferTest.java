package dev.odradek.statestore.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.statestore.core.Decision;
import dev.odradek.statestore.core.Effect;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.ItemCommand.Redispatch;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.PartitionCommand.Level;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.machine.MachineYaml;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Which offers have a timer, before level 5 and from there on, and what becomes of their slots. */
class UntimedOfferTest {
    private static final String SLOT = "a/status";

    private static JsonNode job(String redispatch) {
        return MachineYaml.parse("""
                machine: job
                axes:
                  status:
                    states: [todo, doing, next, ending, done, failed]
                    initial: todo
                    terminal: [done, failed]
                    claims:
                      - {queue: jobs, from: todo, into: doing, done: next, redispatch: %1$s, backoff: {base: 1m},
                         retry_on_exception: true}
                      - {queue: ends, from: next, into: ending, done: done, redispatch: %1$s}
                """.formatted(redispatch));
    }

    private static Desk desk(int level, String redispatch) {
        Desk desk = Desk.with(job(redispatch));
        desk.tell(new Level(level));
        return desk;
    }

    private static Decision post(Desk desk) {
        return desk.tell(new Create(NewItem.of("a", "job", Json.parse("{}")), null));
    }

    private static Decision complete(Desk desk) {
        long epoch = desk.axis("a", "status").epoch();
        Token token = new Token(epoch, "c-" + epoch);
        return desk.tell(new Complete("a", "status", token, "w", null, null, List.of(), false));
    }

    private static List<Effect> timers(Decision decision) {
        return decision.effects().stream()
                .filter(effect -> effect instanceof Effect.SetTimer || effect instanceof Effect.ClearTimer)
                .toList();
    }

    @ParameterizedTest(name = "at level {0} an offer that is repeated after {1}: {2}")
    @CsvSource({"4, 18h, true", "5, 18h, false", "5, 6h, false", "5, 5h, true", "5, 3s, true"})
    @DisplayName("an offer that is repeated late has no timer from level 5 on")
    void timed(int level, String redispatch, boolean timed) {
        Desk desk = desk(level, redispatch);
        Decision posted = post(desk);

        assertThat(desk.axis("a", "status").wakeup().hasTimer()).isEqualTo(timed);
        assertThat(Desk.timer(posted, SLOT).isPresent()).isEqualTo(timed);
    }

    @Test
    @DisplayName("its slot is empty: a lease is set there, and is cleared when the next offer has no timer, either")
    void leased() {
        Desk desk = desk(5, "18h");
        post(desk);

        assertThat(timers(desk.claim("a", "status"))).singleElement().isInstanceOf(Effect.SetTimer.class);
        assertThat(timers(complete(desk))).containsExactly(new Effect.ClearTimer(Desk.TENANT, SLOT));
        assertThat(timers(desk.claim("a", "status"))).singleElement().isInstanceOf(Effect.SetTimer.class);
        assertThat(timers(complete(desk))).containsExactly(new Effect.ClearTimer(Desk.TENANT, SLOT));
        assertThat(desk.axis("a", "status").wakeup()).isEqualTo(new Wakeup.Ended());
    }

    @Test
    @DisplayName("an offer of before level 5 keeps its timer, which the next one clears")
    void raised() {
        Desk desk = desk(4, "18h");
        post(desk);
        desk.tell(new Level(5));

        assertThat(timers(desk.claim("a", "status"))).singleElement().isInstanceOf(Effect.SetTimer.class);
        assertThat(timers(complete(desk))).containsExactly(new Effect.ClearTimer(Desk.TENANT, SLOT));
    }

    @Test
    @DisplayName("a patrol has it repeated in its epoch, and the timer of an offer from before level 5 is cleared then")
    void repeated() {
        Desk desk = desk(5, "18h");
        post(desk);
        Wakeup.Dispatched first = offered(desk);
        Decision again = desk.at(first.redispatchAt()).tell(again(first, 1));

        assertThat(Desk.offers(again)).hasSize(1);
        assertThat(timers(again)).isEmpty();
        assertThat(offered(desk).redispatchAt()).isGreaterThan(first.redispatchAt());
        assertThat(Desk.refusal(desk.tell(again(offered(desk), 2)))).contains(Refusal.STALE_TOKEN);

        Desk old = desk(4, "18h");
        post(old);
        old.tell(new Level(5));
        Decision fired = old.at(offered(old).redispatchAt()).tell(new Redispatch("a", "status", 1));
        assertThat(timers(fired)).containsExactly(new Effect.ClearTimer(Desk.TENANT, SLOT));
        assertThat(offered(old).hasTimer()).isFalse();
    }

    @Test
    @DisplayName("it is repeated once for each time that it is due, however many patrols have seen it")
    void once() {
        Desk desk = desk(5, "18h");
        post(desk);
        Wakeup.Dispatched first = offered(desk);
        desk.at(first.redispatchAt()).tell(again(first, 1));

        assertThat(Desk.refusal(desk.tell(again(first, 1)))).contains(Refusal.STALE_TOKEN);
        assertThat(Desk.refusal(desk.tell(new Redispatch("a", "status", 1)))).contains(Refusal.STALE_TOKEN);
        assertThat(Desk.offers(desk.tell(again(offered(desk), 1)))).hasSize(1);
    }

    private static Redispatch again(Wakeup.Dispatched offer, long epoch) {
        return new Redispatch("a", "status", epoch, offer.redispatchAt());
    }

    private static Wakeup.Dispatched offered(Desk desk) {
        return (Wakeup.Dispatched) desk.axis("a", "status").wakeup();
    }
}
