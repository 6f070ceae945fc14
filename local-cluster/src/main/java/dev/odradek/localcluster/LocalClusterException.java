package dev.odradek.localcluster;

/** A fault the user can mend: its message says what was expected, what was found and what to change. */
public final class LocalClusterException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LocalClusterException(String message) {
        super(message);
    }

    public LocalClusterException(String message, Throwable cause) {
        super(message, cause);
    }
}
