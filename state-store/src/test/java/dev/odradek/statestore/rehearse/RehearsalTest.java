package dev.odradek.statestore.rehearse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.odradek.statestore.item.Desk;
import dev.odradek.statestore.rehearse.CannotRehearseException.Why;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.ItemCommand.Transition;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.PartitionCommand.Adopt;
import dev.odradek.topics.command.PartitionCommand.Define;
import dev.odradek.topics.command.QueueCommand.Pause;
import dev.odradek.topics.command.QueueCommand.Resume;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.machine.MachineYaml;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a rehearsal finds, item by item, and what it refuses to find. */
class RehearsalTest {
    private static final String LETTER = """
            machine: letter
            axes:
              status:
                initial: ready
                states: [ready, sending, sent, shelved, failed]
                terminal: [sent, shelved, failed]
                edges: {ready: [shelved]}
                claims:
                  - {queue: send, from: ready, into: sending, done: sent, max_attempts: 3, lease: 5m}
            """;
    private static final JsonNode AS_IT_WAS = MachineYaml.parse(LETTER);

    private final MemoryShelf shelf = new MemoryShelf();
    private final List<ItemDifference> differences = new ArrayList<>();

    @Test
    void theSameDefinitionChangesNothing() {
        Recording recording = day(Recording.of(AS_IT_WAS).span());

        Tally tally = recording.rehearse(shelf, AS_IT_WAS, differences);

        assertThat(tally).isEqualTo(counts(12, 0, 3, 0, 0));
        assertThat(differences).isEmpty();
        assertThat(shelf.others()).isZero();
    }

    @Test
    void fewerAttemptsEndWhatNeededThem() {
        Recording recording = day(Recording.of(AS_IT_WAS).span());

        Tally tally = recording.rehearse(shelf, changed("max_attempts: 3", "max_attempts: 2"), differences);

        assertThat(tally).isEqualTo(counts(12, 0, 2, 0, 1));
        ItemDifference stubborn = differences.get(0);
        assertThat(stubborn.id()).isEqualTo("stubborn");
        assertThat(stubborn.machine()).isEqualTo("letter");
        assertThat(stubborn.axes())
                .containsExactly(new ItemDifference.AxisEnd(
                        "status",
                        new EndState("sent", true, 3, "no luck"),
                        new EndState("failed", true, 2, "no luck")));
        assertThat(stubborn.first().type()).isEqualTo("Fail");
        assertThat(stubborn.first().command()).isEqualTo("0:9");
        assertThat(stubborn.first().recorded())
                .isEqualTo("status retried from sending to ready in attempt 2, offered on queue send");
        assertThat(stubborn.first().rehearsed())
                .isEqualTo("status exhausted from sending to failed in attempt 2, its end");
        assertThat(stubborn.refused())
                .as("the claim and the completion after it")
                .isEqualTo(2);
    }

    @Test
    void anEdgeThatIsGoneIsRefusedAndTheItemStaysWhereItWas() {
        Recording recording = Recording.of(AS_IT_WAS).span();
        recording.create("shelf", "letter");
        recording.tell(new Transition("shelf", "status", "shelved", null));
        recording.create("plain", "letter");

        Tally tally = recording.rehearse(shelf, changed("edges: {ready: [shelved]}", "edges: {}"), differences);

        assertThat(tally).isEqualTo(counts(3, 0, 1, 0, 1));
        assertThat(differences.get(0).axes())
                .containsExactly(new ItemDifference.AxisEnd(
                        "status", new EndState("shelved", true, 0, null), new EndState("ready", false, 0, null)));
        assertThat(differences.get(0).first().rehearsed()).contains("Transition refused", "no edge ready → shelved");
    }

    @Test
    void whatEndsElsewhereIsDifferentFromThatMoveOn() {
        Recording recording = day(Recording.of(AS_IT_WAS).span());

        Tally tally = recording.rehearse(shelf, changed("done: sent", "done: shelved"), differences);

        assertThat(tally.itemsDifferent()).isEqualTo(2);
        assertThat(differences).extracting(ItemDifference::id).containsExactly("quick", "stubborn");
        assertThat(differences).allSatisfy(each -> {
            assertThat(each.first().type()).isEqualTo("Complete");
            assertThat(each.axes().get(0).rehearsed().state()).isEqualTo("shelved");
        });
    }

    @Test
    void anItemThatWasThereBeforeKeepsItsVersion() {
        Recording recording = Recording.of(AS_IT_WAS);
        recording.create("old", "letter");
        recording.span();
        recording.claim("old");
        recording.complete("old");

        Tally tally = recording.rehearse(shelf, changed("done: sent", "done: shelved"), differences);

        assertThat(tally).isEqualTo(counts(2, 0, 1, 0, 0));
    }

    @Test
    void anotherLeaseAloneIsTheSameWayInOtherTimes() {
        Recording recording = day(Recording.of(AS_IT_WAS).span());

        Tally tally = recording.rehearse(shelf, changed("lease: 5m", "lease: 9m"), differences);

        assertThat(tally).as("the third item was never claimed").isEqualTo(counts(12, 0, 1, 2, 0));
    }

    @Test
    void aDefinitionWithinTheSpanIsLeftOut() {
        JsonNode third = changed("max_attempts: 3", "max_attempts: 4");
        Recording recording = Recording.of(AS_IT_WAS).span();
        recording.tell(new Define("letter", third));
        recording.tell(new Define("letter", third));
        recording.tell(new Adopt("letter", 2, third));
        day(recording);

        Tally tally = recording.rehearse(shelf, changed("max_attempts: 3", "max_attempts: 2"), differences);

        assertThat(tally).isEqualTo(counts(15, 3, 2, 0, 1));
    }

    @Test
    void whatWaitedForAVersionDoesNotWaitForTheProposed() {
        Recording recording = Recording.of(AS_IT_WAS).span();
        NewItem early = new NewItem("early", "letter", 2, null, Json.parse("{}"), 0);
        recording.tell(new Create(early, null));
        recording.tell(new Adopt("letter", 2, changed("lease: 5m", "lease: 6m")));

        Tally tally = recording.rehearse(shelf, changed("lease: 5m", "lease: 7m"), differences);

        assertThat(tally).isEqualTo(counts(2, 1, 0, 1, 0));
    }

    @Test
    void aSpawnFromAnotherPartitionIsBoundToTheProposed() {
        Recording recording = Recording.of(AS_IT_WAS).span();
        NewItem child = new NewItem("child", "letter", 1, "key", Json.parse("{}"), 0);
        NewItem named = new NewItem("named", "letter", 1, "key", Json.parse("{}"), 0);
        recording.tell(CommandRecord.of(Desk.TENANT, "spawn/parent/status/1/child", "key", new Create(child, null)));
        recording.tell(new Create(named, null));
        for (String id : List.of("child", "named")) {
            recording.claim(id);
            recording.complete(id);
        }

        Tally tally = recording.rehearse(shelf, changed("done: sent", "done: shelved"), differences);

        assertThat(tally.itemsSame()).isEqualTo(1);
        assertThat(differences).extracting(ItemDifference::id).containsExactly("child");
    }

    @Test
    void anotherTenantsItemsAreNotTouched() {
        Recording recording = Recording.of(AS_IT_WAS).span();
        recording.tell(CommandRecord.of("other", "d", "machine/letter", new Define("letter", AS_IT_WAS)));
        NewItem item = NewItem.of("theirs", "letter", Json.parse("{}"));
        recording.tell(CommandRecord.of("other", "c", "theirs", new Create(item, null)));
        recording.create("ours", "letter");

        Tally tally = recording.rehearse(shelf, changed("lease: 5m", "lease: 6m"), differences);

        assertThat(tally).isEqualTo(counts(3, 0, 1, 0, 0));
    }

    @Test
    void linesAndPausesAreLivedThroughInBothWorlds() {
        Recording recording = Recording.of(changed("lease: 5m", "max_in_flight: 1"));
        recording.create("before", "letter");
        recording.span();
        recording.tell(new Pause("send", null));
        recording.create("first", "letter");
        recording.create("second", "letter");
        recording.tell(new Resume("send"));
        recording.claim("before");
        recording.complete("before");

        Tally tally = recording.rehearse(shelf, changed("lease: 5m", "max_in_flight: 3"), differences);

        assertThat(tally).as("the first is only offered sooner").isEqualTo(counts(6, 0, 1, 1, 1));
        assertThat(differences).extracting(ItemDifference::id).containsExactly("second");
        assertThat(differences.get(0).first().type()).isEqualTo("Resume");
    }

    @Test
    void aRecordThatSaysSomethingElseIsNotRehearsed() {
        Recording recording = day(Recording.of(AS_IT_WAS).span());
        Recorded third = recording.commands().get(4);
        recording.commands().set(4, new Recorded(third.input(), null, List.of()));

        assertThatThrownBy(() -> recording.rehearse(shelf, AS_IT_WAS, differences))
                .isInstanceOfSatisfying(
                        CannotRehearseException.class, e -> assertThat(e.why()).isEqualTo(Why.NOT_THE_RECORD))
                .hasMessageContainingAll("0:4", "Complete of quick", "recorded nothing", "to sent");
    }

    @Test
    void aDefinitionThatTheCoreWouldRefuseIsRefused() {
        Recording recording = day(Recording.of(AS_IT_WAS).span());
        JsonNode patient = changed("lease: 5m", "backoff: {base: 1d, factor: 2, cap: 60d, jitter: 0}");

        assertThatThrownBy(() -> recording.rehearse(shelf, patient, differences))
                .isInstanceOfSatisfying(
                        CannotRehearseException.class, e -> assertThat(e.why()).isEqualTo(Why.BAD_DEFINITION))
                .hasMessageContaining("60 days");
    }

    /** One item goes through at once, one needs three attempts, one is never taken. */
    private static Recording day(Recording recording) {
        recording.create("quick", "letter");
        recording.claim("quick");
        recording.complete("quick");
        recording.create("stubborn", "letter");
        recording.claim("stubborn");
        recording.retry("stubborn");
        recording.claim("stubborn");
        recording.retry("stubborn");
        recording.create("waiting", "letter");
        recording.claim("stubborn");
        recording.complete("stubborn");
        recording.tell(new Pause("other", null));
        return recording;
    }

    private static JsonNode changed(String part, String other) {
        return MachineYaml.parse(LETTER.replace(part, other));
    }

    private static Tally counts(long commands, long leftOut, long same, long otherTimes, long different) {
        return new Tally(commands, leftOut, same, otherTimes, different, new Tally.Elsewhere(0, null));
    }
}
