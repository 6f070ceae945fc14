package dev.odradek.topics.route;

/** Text with half a character in it, which cannot be kept; nothing was sent. */
public final class BrokenTextException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BrokenTextException(String what) {
        super(what + " holds half a character (an unpaired surrogate such as \\ud83d), which cannot be kept as text;"
                + " send whole characters, or bytes as Base64.");
    }
}
