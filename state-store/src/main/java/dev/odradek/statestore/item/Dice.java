package dev.odradek.statestore.item;

import dev.odradek.topics.route.Ids;

/** Chance that every replay sees alike: a hash of what it is thrown for. */
final class Dice {
    private Dice() {}

    /** From 0 to 1. */
    static double roll(String itemId, String axis, long epoch) {
        String hex = Ids.derived(itemId, axis, String.valueOf(epoch));
        return (double) Long.parseLong(hex, 2, 10, 16) / 0xFFFF_FFFFL;
    }
}
