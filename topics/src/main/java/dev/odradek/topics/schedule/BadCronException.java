package dev.odradek.topics.schedule;

/** A cron expression that cannot be used; its message says which field, what was expected and what was found. */
public final class BadCronException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    BadCronException(String message) {
        super(message);
    }
}
