package dev.odradek.ingest.trigger;

/** A record of the triggers topic that no item can be made of, however often it is tried. */
final class BadTriggerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BadTriggerException(String reason) {
        super(reason);
    }
}
