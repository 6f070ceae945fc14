package dev.odradek.topics;

/** The topics in the cluster are not the ones the records need; the message says how to mend it. */
public final class TopicMismatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TopicMismatchException(String message) {
        super(message);
    }
}
