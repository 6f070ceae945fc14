package dev.odradek.statestore.partition;

/** The log asks for a behaviour this code does not have: it must not go on deciding. */
public final class UnsupportedLevelException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnsupportedLevelException(int level) {
        super("The log asks for level " + level + ", but this state-store knows levels 1 to " + Core.NEWEST_LEVEL
                + "; start a newer one.");
    }
}
