package dev.odradek.topics.event;

/** Why a command was not applied. */
public enum Refusal {
    /** The same wish has been applied before. */
    DUPLICATE,
    /** The id is taken by an item with other content. */
    CONFLICT,
    UNKNOWN_ITEM,
    UNKNOWN_MACHINE,
    UNKNOWN_AXIS,
    UNKNOWN_SCHEDULE,
    /** The machine has no such edge from where the axis stands. */
    ILLEGAL_EDGE,
    /** The epoch or claim id is not the current one. */
    STALE_TOKEN,
    /** Another worker was granted this epoch first. */
    ALREADY_CLAIMED,
    /** The axis does not stand where it could be claimed. */
    NOT_CLAIMABLE,
    /** The queue is paused or at its limit. */
    WITHHELD,
    /** A worker holds the axis, and only its token may move it. */
    HELD,
    /** The axis has ended. */
    ENDED,
    BAD_DEFINITION,
    /** Sent to a partition that does not decide this. */
    WRONG_PARTITION,
    /** The level is not above the partition's own, or the partition's own is too low for this wish. */
    OLD_LEVEL,
    /** The partition has this version already. */
    OLD_VERSION,
    TOO_LARGE,
    /** More wishes wait for an unknown version than are kept. */
    TOO_MANY_PARKED,
    BAD_REQUEST,
    /** Deciding it failed; the command is in the dead letters. */
    INTERNAL
}
