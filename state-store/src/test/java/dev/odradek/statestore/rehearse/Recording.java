package dev.odradek.statestore.rehearse;

import dev.odradek.statestore.core.Decision;
import dev.odradek.statestore.core.Input;
import dev.odradek.statestore.item.Desk;
import dev.odradek.statestore.partition.Core;
import dev.odradek.topics.command.Command;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.ItemCommand.Fail;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.PartitionCommand.Define;
import dev.odradek.topics.command.PartitionCommand.Level;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A partition that is told commands and keeps the record of them, to be rehearsed. */
final class Recording {
    private final Desk desk = new Desk(0, 1);
    private final List<Recorded> all = new ArrayList<>();
    private int spanAt;

    static Recording of(JsonNode machine) {
        Recording recording = new Recording();
        recording.tell(new Level(Core.NEWEST_LEVEL));
        recording.tell(new Define(machine.get("machine").asString(), machine));
        return recording;
    }

    /** What is told from here on is rehearsed; what was told before is not. */
    Recording span() {
        spanAt = all.size();
        return this;
    }

    void tell(Command command) {
        tell(CommandRecord.of(Desk.TENANT, "c" + all.size(), "key", command));
    }

    void tell(CommandRecord record) {
        desk.at(1_000 + all.size());
        Decision decision = desk.tell(record);
        Input input = new Input(0, all.size(), desk.now(), record);
        all.add(new Recorded(
                input,
                null,
                decision.facts().stream().map(Formats.EVENTS::write).toList()));
    }

    void create(String id, String machine) {
        tell(new Create(NewItem.of(id, machine, Json.parse("{\"n\":1}")), null));
    }

    void claim(String id) {
        long epoch = desk.axis(id, "status").epoch();
        tell(new Claim(id, "status", epoch, "w", "c-" + epoch));
    }

    void complete(String id) {
        tell(new Complete(id, "status", token(id), "w", null, null, List.of(), false));
    }

    void retry(String id) {
        tell(new Fail(id, "status", token(id), "w", Fail.Kind.RETRY, "no luck", null));
    }

    private Token token(String id) {
        long epoch = desk.axis(id, "status").epoch();
        return new Token(epoch, "c-" + epoch);
    }

    List<Recorded> commands() {
        return all;
    }

    /** Rehearses a definition; what differs is added to {@code differences}. */
    Tally rehearse(MemoryShelf shelf, JsonNode definition, List<ItemDifference> differences) {
        Core core = new Core(1);
        Proposal proposal = new Proposal(Desk.TENANT, definition.get("machine").asString(), definition);
        Rehearsal rehearsal = new Rehearsal(shelf, (rows, each) -> core.decide(rows, each.input()), proposal);
        for (Recorded each : all.subList(0, spanAt)) {
            each.facts().forEach(fact -> rehearsal.before(Formats.EVENTS.read(fact)));
        }
        rehearsal.begin(0, 1, spanAt);
        all.subList(spanAt, all.size()).forEach(rehearsal::step);
        return rehearsal.finish(differences::add);
    }
}
