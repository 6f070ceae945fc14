package dev.odradek.topics.route;

/** A command above the size limit; nothing was sent. */
public final class TooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TooLargeException(int bytes, int limit) {
        super("The command has " + bytes + " bytes, but at most " + limit
                + " are allowed; store large data elsewhere and post a reference, or raise odradek.max-bytes.");
    }
}
