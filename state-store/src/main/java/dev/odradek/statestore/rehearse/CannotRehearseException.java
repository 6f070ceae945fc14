package dev.odradek.statestore.rehearse;

/** Why nothing can be said about a definition. */
public final class CannotRehearseException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final Why why;

    /** What stands in the way. */
    public enum Why {
        /** Nothing was ever recorded under a machine of that name. */
        UNKNOWN_MACHINE,
        /** The core would refuse the definition. */
        BAD_DEFINITION,
        /** The record is not what this version would decide, or not all of it is there. */
        NOT_THE_RECORD
    }

    public CannotRehearseException(Why why, String message) {
        super(message);
        this.why = why;
    }

    public Why why() {
        return why;
    }
}
