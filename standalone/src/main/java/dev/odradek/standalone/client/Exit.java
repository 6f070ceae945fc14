package dev.odradek.standalone.client;

/** How a verb ends, as the shell sees it. */
public enum Exit {
    OK(0),
    /** Understood, and not done. */
    REFUSED(1),
    /** Not understood. */
    USAGE(2),
    NOT_FOUND(3),
    /** No broker, or no service, where one should be. */
    NOT_THERE(4);

    private final int code;

    Exit(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
