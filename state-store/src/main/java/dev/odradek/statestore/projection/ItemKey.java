package dev.odradek.statestore.projection;

/** Which item, in a partition. */
public record ItemKey(String tenant, String id) {}
