package dev.odradek.statestore.read;

import tools.jackson.databind.JsonNode;

/** The newest version of a machine. */
public record MachineView(String name, int version, JsonNode definition) {}
