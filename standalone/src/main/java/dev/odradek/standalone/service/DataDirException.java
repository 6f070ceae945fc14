package dev.odradek.standalone.service;

/** A data directory that cannot be used; the message says what to change. */
public final class DataDirException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DataDirException(String message) {
        super(message);
    }

    public DataDirException(String message, Throwable cause) {
        super(message, cause);
    }
}
