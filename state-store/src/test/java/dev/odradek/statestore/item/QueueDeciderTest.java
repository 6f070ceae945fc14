package dev.odradek.statestore.item;

import static dev.odradek.statestore.item.Desk.offers;
import static dev.odradek.statestore.item.Desk.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.statestore.core.Decision;
import dev.odradek.topics.command.ItemCommand.Cancel;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.ItemCommand.Expire;
import dev.odradek.topics.command.ItemCommand.Fail;
import dev.odradek.topics.command.ItemCommand.Redispatch;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.QueueCommand.Pause;
import dev.odradek.topics.command.QueueCommand.Resume;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.machine.MachineYaml;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

@DisplayName("What a queue offers, and what it holds back")
class QueueDeciderTest {

    private static JsonNode job(String more) {
        return MachineYaml.parse("""
                machine: job
                axes:
                  status:
                    states: [todo, doing, done, failed]
                    initial: todo
                    terminal: [done, failed]
                    claims: [{queue: jobs, from: todo, into: doing, done: done%s}]
                """.formatted(more));
    }

    private static Decision create(Desk desk, String id) {
        return desk.tell(new Create(NewItem.of(id, "job", Json.parse("{}")), null));
    }

    private static Complete done(String id, long epoch) {
        return new Complete(id, "status", new Token(epoch, "c-" + epoch), "w", null, null, List.of(), false);
    }

    private static List<String> offered(Decision decision) {
        return offers(decision).stream().map(offer -> offer.dispatch().itemId()).toList();
    }

    private static Wakeup wakeup(Desk desk, String id) {
        return desk.axis(id, "status").wakeup();
    }

    @Test
    @DisplayName("A7: items are offered in the order they became claimable, and what comes back goes by the other lane")
    void offers_in_order() {
        Desk desk = Desk.with(job(""));
        assertThat(offered(create(desk, "a"))).containsExactly("a");
        assertThat(offers(create(desk, "b"))).extracting(offer -> offer.lane()).containsExactly(Lane.NORMAL);
        desk.claim("a", "status");

        Decision expired = desk.tell(new Expire("a", "status", 1));

        assertThat(offers(expired)).extracting(offer -> offer.lane()).containsExactly(Lane.AGAIN);
        assertThat(offers(expired))
                .extracting(offer -> offer.dispatch().epoch())
                .containsExactly(2L);
    }

    @Test
    @DisplayName("a paused queue offers nothing; resumed, it offers what waited, first come first served")
    void pauses() {
        Desk desk = Desk.with(job(""));
        desk.tell(new Pause("jobs", "maintenance"));
        assertThat(offered(create(desk, "a"))).isEmpty();
        assertThat(offered(create(desk, "b"))).isEmpty();
        assertThat(refusal(desk.claim("a", "status"))).contains(Refusal.WITHHELD);

        Decision resumed = desk.tell(new Resume("jobs"));

        assertThat(offered(resumed)).containsExactly("a", "b");
    }

    @Test
    @DisplayName("a claim of what was offered before the pause uses its dispatch up: it stands in line for the resume")
    void keeps_the_place_of_a_claim_in_a_pause() {
        Desk desk = Desk.with(job(""));
        create(desk, "a");
        create(desk, "b");
        desk.tell(new Pause("jobs", null));

        assertThat(refusal(desk.claim("a", "status"))).contains(Refusal.WITHHELD);
        desk.tell(new Redispatch("b", "status", 1));
        assertThat(wakeup(desk, "b")).isInstanceOf(Wakeup.Withheld.class);

        assertThat(offered(desk.tell(new Resume("jobs")))).containsExactly("a", "b");
    }

    @Test
    @DisplayName("what is held when the queue is paused goes on")
    void holders_go_on() {
        Desk desk = Desk.with(job(""));
        create(desk, "a");
        desk.claim("a", "status");
        desk.tell(new Pause("jobs", null));

        assertThat(refusal(desk.tell(done("a", 1)))).isEmpty();
    }

    @Test
    @DisplayName("a limited queue has no more in flight than its limit, and each that leaves lets the next one go")
    void limits() {
        Desk desk = Desk.with(job(", max_in_flight: 2"));
        List.of("a", "b", "c", "d").forEach(id -> create(desk, id));
        assertThat(wakeup(desk, "c")).isInstanceOf(Wakeup.Withheld.class);
        desk.claim("a", "status");
        desk.claim("b", "status");

        assertThat(offered(desk.tell(done("a", 1)))).containsExactly("c");
        assertThat(offered(desk.tell(new Cancel("c", null)))).containsExactly("d");
        assertThat(offered(desk.tell(new Cancel("b", null)))).isEmpty();
    }

    @Test
    @DisplayName("one that waits at the head of a full line may leave it, and the line goes on")
    void lines_survive_gaps() {
        Desk desk = Desk.with(job(", max_in_flight: 1"));
        List.of("a", "b", "c", "d").forEach(id -> create(desk, id));
        desk.tell(new Cancel("c", null));
        desk.tell(new Cancel("b", null));
        desk.claim("a", "status");

        assertThat(offered(desk.tell(done("a", 1)))).containsExactly("d");
    }

    @Test
    @DisplayName("what fails in a limited queue goes to the end of its line")
    void retries_queue_up() {
        Desk desk = Desk.with(job(", max_in_flight: 1"));
        List.of("a", "b").forEach(id -> create(desk, id));
        desk.claim("a", "status");

        Decision failed = desk.tell(new Fail("a", "status", new Token(1, "c-1"), "w", Fail.Kind.RETRY, "", null));

        assertThat(offered(failed)).containsExactly("b");
        assertThat(wakeup(desk, "a")).isInstanceOf(Wakeup.Withheld.class);
    }

    @Test
    @DisplayName("a line longer than one step lets go moves on with each claim until nobody waits")
    void long_lines_move() {
        Desk desk = Desk.with(job(""));
        desk.tell(new Pause("jobs", null));
        IntStream.range(0, 700).forEach(i -> create(desk, "i" + i));

        int offered = offered(desk.tell(new Resume("jobs"))).size();
        for (int i = 0; offered < 700 && i < 700; i++) {
            offered += offered(desk.claim("i" + i, "status")).size();
        }

        assertThat(offered).isEqualTo(700);
    }

    @Test
    @DisplayName("A7: nobody overtakes those who stand in line")
    void nobody_overtakes() {
        Desk desk = Desk.with(job(", max_in_flight: 1"));
        List.of("a", "b").forEach(id -> create(desk, id));
        desk.claim("a", "status");

        Decision finished = desk.tell(done("a", 1));
        Decision late = create(desk, "c");

        assertThat(offered(finished)).containsExactly("b");
        assertThat(offered(late)).isEmpty();
    }

    @Test
    @DisplayName("eager work is completed straight from its offer, once, and not before its time")
    void eager() {
        Desk desk = Desk.with(job(", mode: eager"));
        create(desk, "a");
        desk.tell(new Create(new NewItem("b", "job", 0, null, Json.parse("{}"), 5_000), null));

        assertThat(refusal(desk.tell(done("a", 1)))).isEmpty();
        assertThat(desk.axis("a", "status").attempts()).isEqualTo(1);
        assertThat(refusal(desk.tell(done("a", 1)))).contains(Refusal.STALE_TOKEN);
        assertThat(refusal(desk.tell(done("b", 1)))).contains(Refusal.STALE_TOKEN);
        assertThat(desk.axis("a", "status").state()).isEqualTo("done");
    }

    @Test
    @DisplayName("eager work is not completed from a line: it would go past the limit")
    void eager_from_a_line() {
        Desk desk = Desk.with(job(", mode: eager, max_in_flight: 1"));
        create(desk, "a");
        create(desk, "b");

        Decision early = desk.tell(new Complete("b", "status", new Token(1, "z"), "w", null, null, List.of(), true));

        assertThat(refusal(early)).contains(Refusal.STALE_TOKEN);
    }

    @Test
    @DisplayName("a wait longer than time itself never ends early")
    void endless_waits() {
        Desk desk = Desk.with(job(""));
        desk.tell(new Create(new NewItem("a", "job", 0, null, Json.parse("{}"), Long.MAX_VALUE), null));

        assertThat(wakeup(desk, "a")).isEqualTo(new Wakeup.Delay("jobs", Long.MAX_VALUE));
    }
}
