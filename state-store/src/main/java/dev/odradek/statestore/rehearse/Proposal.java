package dev.odradek.statestore.rehearse;

import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.PartitionCommand.Adopt;
import dev.odradek.topics.command.PartitionCommand.Define;
import tools.jackson.databind.JsonNode;

/** The definition to be rehearsed, and whose it is. */
public record Proposal(String tenant, String machine, JsonNode definition) {

    CommandRecord define() {
        return CommandRecord.of(tenant, "rehearse/define", "machine/" + machine, new Define(machine, definition));
    }

    CommandRecord adopt(int version) {
        return CommandRecord.of(
                tenant, "rehearse/adopt", "machine/" + machine, new Adopt(machine, version, definition));
    }
}
