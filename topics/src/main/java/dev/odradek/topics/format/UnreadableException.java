package dev.odradek.topics.format;

import org.jspecify.annotations.Nullable;

/** Bytes that are no record of the expected type: material for the dead letters. */
public final class UnreadableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnreadableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
