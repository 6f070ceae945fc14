package dev.odradek.statestore.read;

/**
 * How much there is of the items whose ids begin alike.
 *
 * @param facts how many lines their histories have
 */
public record RunView(long items, long facts) {}
