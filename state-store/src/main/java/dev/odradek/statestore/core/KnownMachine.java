package dev.odradek.statestore.core;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.odradek.topics.machine.Machine;
import dev.odradek.topics.machine.MachineReader;
import tools.jackson.databind.JsonNode;

/** One version of a machine as this partition knows it; stored as it was written, and never changed. */
public final class KnownMachine {
    private final JsonNode definition;
    private final Machine machine;

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public KnownMachine(JsonNode definition) {
        this.definition = definition;
        this.machine = MachineReader.read(definition);
    }

    @JsonValue
    public JsonNode definition() {
        return definition;
    }

    public Machine machine() {
        return machine;
    }

    public static Key<KnownMachine> key(String tenant, String machine, int version) {
        return new Key<>("machine/" + tenant + "/" + machine + "/" + version, KnownMachine.class);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KnownMachine that && definition.equals(that.definition);
    }

    @Override
    public int hashCode() {
        return definition.hashCode();
    }
}
