package dev.odradek.statestore.audit;

/**
 * An axis that nothing will move.
 *
 * @param reason what it waits for
 * @param found what is there instead
 */
public record Finding(String tenant, String id, String axis, String state, String reason, String found) {}
