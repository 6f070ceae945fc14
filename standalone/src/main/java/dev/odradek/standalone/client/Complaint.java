package dev.odradek.standalone.client;

import org.jspecify.annotations.Nullable;

/** Why a verb could not do its work: one sentence with the remedy, and the exit code. */
public final class Complaint extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final Exit exit;

    public Complaint(Exit exit, String sentence) {
        this(exit, sentence, null);
    }

    public Complaint(Exit exit, String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
        this.exit = exit;
    }

    public Exit exit() {
        return exit;
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }
}
