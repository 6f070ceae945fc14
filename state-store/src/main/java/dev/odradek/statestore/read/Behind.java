package dev.odradek.statestore.read;

import dev.odradek.statestore.audit.Alarm;

/** Which timer stands behind the reason of an axis. */
sealed interface Behind {

    /** It needs none, or whoever watches it cannot be asked here. */
    record Unknown() implements Behind {}

    /** The one that must be there. */
    record Armed(Alarm alarm) implements Behind {}

    /** None, or one of an earlier reason: the right one is on its way, or lost. */
    record Nothing() implements Behind {}
}
