package dev.odradek.statestore.item;

import static dev.odradek.statestore.item.Desk.answers;
import static dev.odradek.statestore.item.Desk.offers;
import static dev.odradek.statestore.item.Desk.refusal;
import static dev.odradek.statestore.item.Desk.systemA;
import static dev.odradek.statestore.item.Desk.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.statestore.core.Decision;
import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.ItemCommand.Expire;
import dev.odradek.topics.command.ItemCommand.Fail;
import dev.odradek.topics.command.ItemCommand.Release;
import dev.odradek.topics.command.ItemCommand.Transition;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Lease;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.machine.ClaimRule;
import dev.odradek.topics.machine.MachineYaml;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("System A's queues, from definitions alone")
class SystemAItemsTest {
    private static final String SYNC = "notion_sync";

    private static Complete done(String id, String axis, long epoch) {
        return new Complete(id, axis, new Token(epoch, "c-" + epoch), "w", null, null, List.of(), false);
    }

    /** An issue approved for fixing, held on both axes. */
    private static Desk heldTwice() {
        Desk desk = Desk.with(systemA("issues"));
        desk.post("i", "issues");
        desk.tell(new Transition("i", "status", "confirmed", null));
        desk.tell(new Transition("i", "status", "approved", null));
        desk.tell(new Claim("i", "status", desk.axis("i", "status").epoch(), "fixer", "f"));
        desk.tell(new Claim("i", SYNC, desk.axis("i", SYNC).epoch(), "syncer", "s"));
        assertThat(desk.axis("i", "status").lease().holder()).isEqualTo("fixer");
        assertThat(desk.axis("i", SYNC).lease().holder()).isEqualTo("syncer");
        return desk;
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"tasks", "trophies", "issues", "builds"})
    @DisplayName("A2: one core runs every machine of system A, and only their definitions differ")
    void runs_each(String file) {
        Desk desk = Desk.with(systemA(file));
        String machine = systemA(file).get("machine").asString();
        String axis = file.equals("issues") ? SYNC : "status";
        desk.post("x", machine);

        desk.claim("x", axis);
        desk.tell(done("x", axis, 1));

        ClaimRule rule = desk.machine(machine).axes().get(axis).claims().get(0);
        assertThat(desk.axis("x", axis).state()).isEqualTo(rule.done());
    }

    @Test
    @DisplayName("A2: a fifth queue is a definition and nothing else")
    void runs_a_fifth() {
        Desk desk = Desk.with(MachineYaml.parse("""
                machine: reviews
                axes:
                  status:
                    states: [asked, reading, given, failed]
                    initial: asked
                    terminal: [given, failed]
                    claims: [{queue: reviews, from: asked, into: reading, done: given}]
                """));

        String id = desk.post("r", "reviews");
        desk.claim(id, "status");
        desk.tell(done(id, "status", 1));

        assertThat(desk.axis(id, "status").state()).isEqualTo("given");
    }

    @Test
    @DisplayName("A3: an item shows its times, attempts, holder and last error; every move renews updatedAt")
    void shows_everything() {
        Desk desk = Desk.with(systemA("tasks")).at(5_000);
        desk.post("t", "tasks");
        assertThat(desk.item("t").createdAt()).isEqualTo(5_000);
        assertThat(desk.item("t").updatedAt()).isEqualTo(5_000);
        assertThat(desk.axis("t", "status").attempts()).isZero();

        desk.at(6_000).claim("t", "status");
        Lease lease = desk.axis("t", "status").lease();
        assertThat(desk.item("t").updatedAt()).isEqualTo(6_000);
        assertThat(lease.holder()).isEqualTo("w");
        assertThat(lease.claimedAt()).isEqualTo(6_000);
        assertThat(lease.expiresAt()).isEqualTo(6_000 + 30 * 60_000);

        desk.at(7_000).tell(new Fail("t", "status", new Token(1, "c-1"), "w", Fail.Kind.EXCEPTION, "oh", null));
        assertThat(desk.item("t").updatedAt()).isEqualTo(7_000);
        assertThat(desk.item("t").createdAt()).isEqualTo(5_000);
        assertThat(desk.axis("t", "status").lastError()).isEqualTo("oh");
        assertThat(desk.axis("t", "status").attempts()).isEqualTo(1);
    }

    @Test
    @DisplayName("A3: time never goes back, even where the broker's clock does")
    void time_is_monotonic() {
        Desk desk = Desk.with(systemA("tasks")).at(9_000);
        desk.post("a", "tasks");

        desk.at(8_000).post("b", "tasks");

        assertThat(desk.item("b").createdAt()).isEqualTo(9_000);
    }

    @Test
    @DisplayName("A5: a claim sets state, holder, time, lease and attempt in one step and answers with them")
    void claims_at_once() {
        Desk desk = Desk.with(systemA("tasks")).at(5_000);
        desk.post("t", "tasks");

        Decision decision = desk.claim("t", "status");

        AxisState axis = desk.axis("t", "status");
        assertThat(decision.facts()).hasSize(1);
        assertThat(axis.state()).isEqualTo("running");
        assertThat(axis.attempts()).isEqualTo(1);
        assertThat(axis.lease()).isEqualTo(new Lease("w", "c-1", "tasks", 5_000, 1_800_000, Desk.ASKER));
        assertThat(answers(decision)).containsExactly(new Answer.Granted("t", "status", 1, "c-1", 1, 1_800_000));
        assertThat(timer(decision, "t/status")).contains(new Expire("t", "status", 1));
    }

    @Test
    @DisplayName("A5: an item is offered exactly while its axis stands where its queue takes it from")
    void offers_where_claimable() {
        Desk desk = Desk.with(systemA("issues"));
        Decision posted = desk.tell(new dev.odradek.topics.command.ItemCommand.Create(
                dev.odradek.topics.command.NewItem.of("i", "issues", dev.odradek.topics.format.Json.parse("{}")),
                null));
        assertThat(offers(posted)).extracting(each -> each.dispatch().queue()).containsExactly("notion-sync");

        Decision confirmed = desk.tell(new Transition("i", "status", "confirmed", null));
        Decision approved = desk.tell(new Transition("i", "status", "approved", null));

        assertThat(offers(confirmed)).isEmpty();
        assertThat(offers(approved)).extracting(each -> each.dispatch().queue()).containsExactly("fixes");
    }

    @Test
    @DisplayName("A8: axis, value taken from, value moved into and index are the definition's; defaults are status's")
    void claim_axis_is_configured() {
        Desk desk = Desk.with(systemA("issues"), systemA("tasks"));

        ClaimRule sync = desk.machine("issues").axes().get(SYNC).claims().get(0);
        ClaimRule tasks = desk.machine("tasks").axes().get("status").claims().get(0);

        assertThat(List.of(sync.from(), sync.into(), sync.index()))
                .containsExactly("dirty", "syncing", "by_notion_sync_created");
        assertThat(tasks.index()).isEqualTo("by_status_created");
    }

    @Test
    @DisplayName("A9: two workers hold one issue on two axes; what one does leaves the other's axis as it was")
    void axes_are_held_apart() {
        Desk desk = heldTwice();
        AxisState fixing = desk.axis("i", "status");

        desk.tell(new Fail("i", SYNC, new Token(1, "s"), "syncer", Fail.Kind.RETRY, "no luck", null));
        assertThat(desk.axis("i", "status")).isEqualTo(fixing);
        AxisState syncing = desk.axis("i", SYNC);

        desk.tell(new Complete("i", "status", new Token(fixing.epoch(), "f"), "fixer", null, null, List.of(), false));

        assertThat(desk.axis("i", SYNC)).isEqualTo(syncing);
        assertThat(desk.axis("i", "status").state()).isEqualTo("closed");
    }

    @Test
    @DisplayName("A10: each axis has its own lease and attempts: one released, the other still expires and is requeued")
    void axes_expire_apart() {
        Desk desk = heldTwice();
        long epoch = desk.axis("i", "status").epoch();

        desk.tell(new Release("i", SYNC, new Token(1, "s"), "syncer"));
        assertThat(desk.axis("i", "status").lease()).isNotNull();
        desk.tell(new Expire("i", "status", epoch));

        assertThat(desk.axis("i", "status").state()).isEqualTo("approved");
        assertThat(desk.axis("i", "status").attempts()).isEqualTo(1);
        assertThat(desk.axis("i", SYNC).attempts()).isZero();
    }

    @Test
    @DisplayName("A15: success moves on and clears holder and lease, unless the worker keeps its claim")
    void success_releases() {
        Desk desk = heldTwice();
        Token token = new Token(desk.axis("i", "status").epoch(), "f");

        desk.tell(new Complete("i", SYNC, new Token(1, "s"), "syncer", "dirty", null, List.of(), true));
        desk.tell(new Complete("i", "status", token, "fixer", "rejected", null, List.of(), false));

        assertThat(desk.axis("i", SYNC).lease().holder()).isEqualTo("syncer");
        assertThat(desk.axis("i", SYNC).state()).isEqualTo("dirty");
        assertThat(desk.axis("i", "status").lease()).isNull();
        assertThat(desk.axis("i", "status").state()).isEqualTo("rejected");
    }

    @Test
    @DisplayName("A16: an exception leaves at most 2000 characters and fails just the axis it happened on")
    void exceptions_fail_their_axis() {
        Desk desk = heldTwice();
        AxisState fixing = desk.axis("i", "status");

        desk.tell(new Fail("i", SYNC, new Token(1, "s"), "w", Fail.Kind.EXCEPTION, "é".repeat(1999) + "😀", null));

        assertThat(desk.axis("i", SYNC).state()).isEqualTo("failed");
        assertThat(desk.axis("i", SYNC).lastError()).isEqualTo("é".repeat(1999));
        assertThat(desk.axis("i", "status")).isEqualTo(fixing);
    }

    @Test
    @DisplayName("A24: every member of a batch is failed and released on its own, and none waits for its lease")
    void batches_end_one_by_one() {
        Desk desk = Desk.with(systemA("trophies"));
        List<String> window = List.of("a", "b", "c");
        window.forEach(id -> desk.post(id, "trophies"));
        window.forEach(id -> desk.claim(id, "status"));

        desk.tell(new Fail("a", "status", new Token(1, "c-1"), "w", Fail.Kind.EXCEPTION, "", null));
        desk.tell(new Release("b", "status", new Token(1, "c-1"), "w"));
        desk.tell(done("c", "status", 1));

        assertThat(window)
                .extracting(id -> desk.axis(id, "status").state())
                .containsExactly("failed", "queued", "done");
        assertThat(window).extracting(id -> desk.axis(id, "status").lease()).containsOnlyNulls();
    }

    @Test
    @DisplayName("A23: a worker whose item was reaped and claimed again is refused and changes nothing")
    void the_fenced_are_refused() {
        Desk desk = Desk.with(systemA("tasks"));
        desk.post("t", "tasks");
        desk.claim("t", "status");
        desk.tell(new Expire("t", "status", 1));
        desk.tell(new Claim("t", "status", 2, "other", "o"));
        var before = desk.rows();

        Decision late = desk.tell(done("t", "status", 1));

        assertThat(refusal(late)).contains(Refusal.STALE_TOKEN);
        assertThat(desk.rows()).isEqualTo(before);
    }
}
